import FoundationEssentials

/// The objects of one model that something is looked up for in the bookkeeping, by their keys in the compact format.
struct AskedKeys {
    /// Up to this many keys are looked up; for more, all there is of the model is read, which is little as a rule.
    static let most = 500

    /// The keys; `nil` for all objects of the model.
    let list: [Data]?

    /// Some keys.
    init(_ keys: [Data]) { list = keys.count > Self.most ? nil : keys }

    /// The keys of some objects, which are made only if they are looked up.
    init<Objects: Collection>(_ objects: Objects, _ key: (Objects.Element) -> Data) {
        list = objects.count > Self.most ? nil : objects.map(key)
    }
}
