/// A pattern made ready for matching many texts.
package struct TextPatternMatcher: Sendable {
    private enum Element: Sendable {
        case byte(UInt8)
        case anyOne
        case anyRun
    }

    private let folding: TextFolding
    private let elements: [Element]

    /// Prepares a pattern; its literals are folded like the texts.
    package init(_ pattern: TextPattern, folding: TextFolding = []) {
        self.folding = folding
        elements = pattern.pieces.flatMap { (piece) -> [Element] in
            switch piece {
            case .literal(let text): folding.foldedBytes(text).map(Element.byte)
            case .anyOne: [.anyOne]
            case .anyRun: [.anyRun]
            }
        }
    }

    /// Whether the pattern matches the whole text.
    ///
    /// A run that proves too short is only ever lengthened for the last run seen: lengthening an earlier one as well
    /// could not help, since the last one can take up any difference.
    /// - Complexity: linear for usual patterns, at worst the product of the lengths of text and pattern.
    package func matches(_ text: String) -> Bool {
        folding.withFoldedBytes(of: text) { matches($0) }
    }

    private func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        var (position, element) = (0, 0)
        var lastRun: (element: Int, end: Int)?
        while true {
            if element < elements.count {
                if case .anyRun = elements[element] {
                    if element == elements.count - 1 { return true }
                    lastRun = (element, position)
                    element += 1
                    continue
                }
                if let step = step(elements[element], text, position) {
                    (position, element) = (position + step, element + 1)
                    continue
                }
            } else if position == text.count {
                return true
            }
            guard let run = lastRun, run.end < text.count else { return false }
            let end = run.end + UTF8Step.length(leading: text[run.end])
            lastRun = (run.element, end)
            (position, element) = (end, run.element + 1)
        }
    }

    /// How many bytes an element takes at a position; `nil` when it does not match there.
    private func step(_ element: Element, _ text: UnsafeRawBufferPointer, _ position: Int) -> Int? {
        guard position < text.count else { return nil }
        switch element {
        case .byte(let byte): return byte == text[position] ? 1 : nil
        case .anyOne: return UTF8Step.length(leading: text[position])
        case .anyRun: return 0
        }
    }
}
