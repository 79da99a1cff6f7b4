/// The treatment of the bytes that a server sends through a ``ConnectionProxy``.
///
/// Bytes are counted on each connection, from the call of ``ConnectionProxy/treatAnswers(_:)`` on.
public struct AnswerTreatment: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case pass
        case cut(Int)
        case hold(Int)
        case split(Int)
    }

    let kind: Kind

    /// Everything passes.
    public static let pass = AnswerTreatment(kind: .pass)

    /// Some bytes pass, and then both connections end.
    public static func cut(after bytes: Int) -> AnswerTreatment { AnswerTreatment(kind: .cut(max(bytes, 0))) }

    /// Some bytes pass, and the rest waits until the treatment is another one.
    public static func hold(after bytes: Int) -> AnswerTreatment {
        AnswerTreatment(kind: .hold(max(bytes, 0)))
    }

    /// Everything passes in pieces of a size, each of which the network sends by itself.
    public static func split(into bytes: Int) -> AnswerTreatment {
        AnswerTreatment(kind: .split(max(bytes, 1)))
    }
}
