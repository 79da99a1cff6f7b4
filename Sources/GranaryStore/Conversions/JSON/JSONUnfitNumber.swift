/// The error for a number in JSON that a type cannot hold with all its digits.
package struct JSONUnfitNumber: Error {
    /// The name of the type.
    package let type: String
}
