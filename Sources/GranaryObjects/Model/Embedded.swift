/// A structure whose parts queries can name; ``Embedded()`` makes a structure conform.
///
/// It is stored as JSON, in one column, as other `Codable` types are. Do not write the conformance by hand.
public protocol Embedded: Codable, Equatable, Sendable {
    /// The parts as conditions, orders and columns name them.
    associatedtype Fields: Sendable

    /// The parts as conditions name them.
    static var fields: Fields { get }
}
