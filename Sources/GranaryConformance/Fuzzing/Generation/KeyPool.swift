import Granary

/// The keys that the rows of a random program may have: few, so that programs meet the same rows again.
enum KeyPool {
    /// Some keys for each entity.
    static func keys(of schema: Schema, _ random: inout SeededGenerator) -> [String: [ObjectKey]] {
        var pools: [String: [ObjectKey]] = [:]
        for entity in schema.entities {
            var keys: [ObjectKey] = []
            for number in 0..<14 {
                let parts = entity.keyTypes.map {
                    part($0, number, isSingle: entity.keyTypes.count == 1, &random)
                }
                if let key = ObjectKey(parts), !keys.contains(key) { keys.append(key) }
            }
            pools[entity.name] = keys
        }
        return pools
    }

    private static func part(
        _ type: AttributeType, _ number: Int, isSingle: Bool, _ random: inout SeededGenerator
    ) -> Value {
        switch type {
        case .integer where number == 12: .integer(.min)
        case .integer: .integer(Int64(isSingle ? number - 2 : random.below(4) - 1))
        case .uuid: .uuid(EdgeValues.uuid(isSingle ? number : random.below(4)))
        case .text: .text(EdgeValues.texts[isSingle ? number : random.below(5)])
        default: EdgeValues.value(of: type, &random)
        }
    }
}
