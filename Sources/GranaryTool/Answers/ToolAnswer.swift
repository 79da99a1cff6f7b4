/// The result of a command.
struct ToolAnswer {
    /// For people.
    var text: String
    /// The same for programs.
    var document: any Encodable & Sendable
    /// How the command ends.
    var ending = ToolEnding.done
    /// A failure in spite of an answer; it goes to the error output.
    var complaint: String?
}
