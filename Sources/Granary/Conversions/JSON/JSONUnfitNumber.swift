/// Says that a number in JSON is none that a type holds with all its digits.
struct JSONUnfitNumber: Error {
    /// The name of the type.
    let type: String
}
