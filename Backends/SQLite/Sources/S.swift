import Granary
