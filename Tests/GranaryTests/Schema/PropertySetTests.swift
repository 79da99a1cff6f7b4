import Granary
import Testing

@Suite struct PropertySetTests {
    @Test(arguments: [0, 63, 64, 127]) func holdsEveryPositionItCan(position: Int) {
        var set = PropertySet()
        set.insert(position)
        #expect(set.positions == [position])
        #expect(set.contains(position) && PropertySet.all.contains(position))
        set.remove(position)
        #expect(set.isEmpty)
    }

    @Test(arguments: [-1, -64, 128, 192, Int.min, Int.max]) func holdsNoOther(position: Int) {
        #expect(!PropertySet.all.contains(position))
    }
}
