/// The fault of a text that is no JSON, without any of the text.
package struct JSONSyntaxError: Error, CustomStringConvertible {
    /// The number of bytes before the fault.
    package let offset: Int
    /// The unexpected or missing part.
    package let reason: String

    /// The fault and its place.
    package var description: String { "\(reason) at byte \(offset)" }
}
