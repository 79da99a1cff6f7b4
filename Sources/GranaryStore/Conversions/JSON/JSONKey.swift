/// A name or a position, for paths and the containers of super-coders.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    /// The key of a super-coder without a given one.
    static let `super` = JSONKey("super")

    init(_ key: some CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    private init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}
