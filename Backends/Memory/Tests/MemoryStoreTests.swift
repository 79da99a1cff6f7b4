import Granary
import GranaryMemory
import Testing

@Suite struct MemoryStoreTests {}
