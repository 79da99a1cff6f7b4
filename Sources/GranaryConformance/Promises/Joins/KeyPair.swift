/// Two keys of a pair; the second is `nil` for an object without a partner.
struct KeyPair: Equatable, Sendable, CustomStringConvertible {
    let first: Int
    let second: Int?

    init(_ first: Int, _ second: Int?) {
        self.first = first
        self.second = second
    }

    var description: String { "\(first)–\(second.map { "\($0)" } ?? "nil")" }
}
