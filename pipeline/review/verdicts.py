"""The words with which a finding may say that a rule should have rejected the paper."""

REJECTS: dict[str, tuple[str, ...]] = {
    "1.1": (
        "validation_tool",
        "non_computational",
        "empirical_study",
        "comparison",
        "resource",
        "non_ml_factor",
        "intermediate_data",
        "attribution",
        "general_methodology",
        "hardware_dependent",
        "out_of_scope",
    ),
    "2.1": ("efficiency_only", "analysis_only", "not_competitive"),
    "2.2": (
        "human_judgement",
        "visual_inspection",
        "wet_lab_measurement",
        "black_box_tool",
        "depends_on_A",
        "external_service",
        "interactive_protocol",
    ),
}
