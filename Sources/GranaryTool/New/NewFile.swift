/// A file of a new package.
struct NewFile: Sendable, Equatable {
    /// The path within the package.
    let path: String
    /// The content.
    let text: String
}
