"""What holds of the task tuple, whichever stage wrote it."""

from warehouse.gates.common import at_least, finite, is_true, present

TUPLE = {
    "algorithms": (present("name", "the algorithm has a name"),),
    "settings": (present("name", "a setting has a name"),),
    "metrics": (present("printed", "a metric keeps the paper's word for it"),),
    "scores": (
        finite("value", "a score is a finite number"),
        present("printed", "a score keeps what the paper printed"),
        is_true("is_shown", "a score shows its cell"),
        at_least("spread", 0, "a spread is not negative"),
    ),
}

AMENDED = (
    present("record", "an amendment names the table it is of"),
    present("field_path", "an amendment names its field"),
)
