/// A name or a position, of which paths and the containers of super-coders are made.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    /// The key of a super-coder that has none of its own.
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
