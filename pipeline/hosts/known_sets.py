"""Well-known data sets that papers name without a link, and where each is given out.

The place is only asked; what comes back decides. A name that is not here stays unknown. Places are those that the
sets' own pages, the UCI repository (its numbers), MoleculeNet's loaders and OpenML name.
"""

import re
import unicodedata

_UCI = "https://archive.ics.uci.edu/dataset/{}"
_MOLECULENET = "https://deepchemdata.s3-us-west-1.amazonaws.com/datasets/{}"

KNOWN: dict[str, str] = {
    "ImageNet": "https://www.image-net.org/download.php",
    "ILSVRC 2012": "https://www.image-net.org/download.php",
    "CIFAR-10": "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz",
    "CIFAR-100": "https://www.cs.toronto.edu/~kriz/cifar-100-python.tar.gz",
    "MNIST": "https://www.openml.org/d/554",
    "Fashion-MNIST": "https://www.openml.org/d/40996",
    "Omniglot": "https://github.com/brendenlake/omniglot",
    "ModelNet40": "https://modelnet.cs.princeton.edu/ModelNet40.zip",
    "MovieLens 100K": "https://files.grouplens.org/datasets/movielens/ml-100k.zip",
    "MovieLens 1M": "https://files.grouplens.org/datasets/movielens/ml-1m.zip",
    "MovieLens 20M": "https://files.grouplens.org/datasets/movielens/ml-20m.zip",
    "GLUE": "https://huggingface.co/datasets/nyu-mll/glue",
    "SQuAD": "https://huggingface.co/datasets/rajpurkar/squad",
    "Cora": "https://github.com/kimiyoung/planetoid",
    "CiteSeer": "https://github.com/kimiyoung/planetoid",
    "PDBbind": "https://www.pdbbind-plus.org.cn/download",
    "PDBbind v2016": "https://www.pdbbind-plus.org.cn/download",
    "PDBbind v2020": "https://www.pdbbind-plus.org.cn/download",
    "Davis": "https://github.com/hkmztrk/DeepDTA",
    "KIBA": "https://github.com/hkmztrk/DeepDTA",
    "QM9": "https://doi.org/10.6084/m9.figshare.c.978904",
    "ESOL": _MOLECULENET.format("delaney-processed.csv"),
    "FreeSolv": _MOLECULENET.format("SAMPL.csv"),
    "Lipophilicity": _MOLECULENET.format("Lipophilicity.csv"),
    "BBBP": _MOLECULENET.format("BBBP.csv"),
    "BACE": _MOLECULENET.format("bace.csv"),
    "Tox21": _MOLECULENET.format("tox21.csv.gz"),
    "ToxCast": _MOLECULENET.format("toxcast_data.csv.gz"),
    "SIDER": _MOLECULENET.format("sider.csv.gz"),
    "ClinTox": _MOLECULENET.format("clintox.csv.gz"),
    "MUV": _MOLECULENET.format("muv.csv.gz"),
    "MIMIC-III": "https://physionet.org/content/mimiciii/1.4/",
    "MIMIC-IV": "https://physionet.org/content/mimiciv/",
    "eICU": "https://physionet.org/content/eicu-crd/2.0/",
    "MIT-BIH Arrhythmia": "https://physionet.org/files/mitdb/1.0.0/",
    "PTB-XL": "https://physionet.org/files/ptb-xl/1.0.3/",
    "Abalone": _UCI.format(1),
    "Adult": _UCI.format(2),
    "Breast Cancer Wisconsin (Diagnostic)": _UCI.format(17),
    "Car Evaluation": _UCI.format(19),
    "Covertype": _UCI.format(31),
    "Ecoli": _UCI.format(39),
    "Glass Identification": _UCI.format(42),
    "Heart Disease": _UCI.format(45),
    "Ionosphere": _UCI.format(52),
    "Iris": _UCI.format(53),
    "Letter Recognition": _UCI.format(59),
    "Mushroom": _UCI.format(73),
    "Spambase": _UCI.format(94),
    "Wine": _UCI.format(109),
    "Yeast": _UCI.format(110),
    "Forest Fires": _UCI.format(162),
    "Concrete Compressive Strength": _UCI.format(165),
    "Parkinsons": _UCI.format(174),
    "Wine Quality": _UCI.format(186),
    "Bank Marketing": _UCI.format(222),
    "Human Activity Recognition Using Smartphones": _UCI.format(240),
    "Energy Efficiency": _UCI.format(242),
    "Student Performance": _UCI.format(320),
    "Air Quality": _UCI.format(360),
}
_AROUND = re.compile(r"^(?:the|uci)\s+|\s+(?:data\s?-?(?:sets?|base)|benchmarks?|corpus|data)$", re.IGNORECASE)
_MARKS = re.compile(r"[^a-z0-9]+")


def place_of(name: str) -> str | None:
    """Where the data set of this name is given out, or None where the name is not in the table.

    Case, hyphens, and words such as `the` and `data set` around the name do not matter; every other word does.
    """
    return _PLACES.get(_key(name))


def _key(name: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    while text != (shorter := _AROUND.sub("", text)):
        text = shorter
    return _MARKS.sub("", text.lower())


_PLACES = {_key(name): place for name, place in KNOWN.items()}
