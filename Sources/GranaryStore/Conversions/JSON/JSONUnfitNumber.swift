/// Says that a number in JSON is none that a type holds with all its digits.
package struct JSONUnfitNumber: Error {
    /// The name of the type.
    package let type: String
}
