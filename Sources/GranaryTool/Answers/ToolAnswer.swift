/// The result of a command.
package struct ToolAnswer {
    /// For people.
    var text: String
    /// The same for programs.
    var document: any Encodable & Sendable
    /// How the command ends.
    var ending = ToolEnding.done
    /// A failure in spite of an answer; it goes to the error output.
    var complaint: String?

    /// Makes an answer in two forms.
    package init(text: String, document: any Encodable & Sendable) {
        self.text = text
        self.document = document
    }
}

extension ToolAnswer {
    /// Makes an answer in two forms that ends in some way, with a failure in spite of it.
    package init(
        text: String, document: any Encodable & Sendable, ending: ToolEnding, complaint: String? = nil
    ) {
        self.init(text: text, document: document)
        self.ending = ending
        self.complaint = complaint
    }
}
