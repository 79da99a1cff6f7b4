#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A text to search for, folded once and then searched for in many texts.
///
/// Every character is literal; there are no wildcards (``TextPattern`` has them). The empty text is
/// contained in, begins and ends every text.
package struct FoldedText: Sendable, Hashable {
    /// The options under which texts are compared.
    package let folding: TextFolding
    /// The UTF-8 bytes of the folded text.
    package let bytes: [UInt8]

    /// Folds a text to search for.
    package init(_ text: String, folding: TextFolding = []) {
        self.folding = folding
        bytes = folding.foldedBytes(text)
    }

    /// Whether a text is the same as this one.
    package func equals(_ text: String) -> Bool {
        folding.withFoldedBytes(of: text) { all in bytes.count == all.count && isAt(0, in: all) }
    }

    /// Whether a text contains this one.
    ///
    /// - Complexity: linear in the text for usual texts, at worst the product of both lengths.
    package func isContained(in text: String) -> Bool {
        folding.withFoldedBytes(of: text) { all in
            guard let first = bytes.first else { return true }
            guard let base = all.baseAddress, all.count >= bytes.count else { return false }
            let lastStart = all.count - bytes.count
            var start = 0
            while start <= lastStart {
                guard let found = memchr(base + start, Int32(first), lastStart - start + 1) else {
                    return false
                }
                start = base.distance(to: UnsafeRawPointer(found))
                if isAt(start, in: all) { return true }
                start += 1
            }
            return false
        }
    }

    /// Whether a text begins with this one.
    package func isPrefix(of text: String) -> Bool {
        folding.withFoldedBytes(of: text) { isAt(0, in: $0) }
    }

    /// Whether a text ends with this one.
    package func isSuffix(of text: String) -> Bool {
        folding.withFoldedBytes(of: text) { isAt($0.count - bytes.count, in: $0) }
    }

    private func isAt(_ start: Int, in all: UnsafeRawBufferPointer) -> Bool {
        guard start >= 0, all.count - start >= bytes.count else { return false }
        return bytes.withUnsafeBytes {
            Bytewise.compare($0, .init(rebasing: all[start..<(start + $0.count)])) == .equal
        }
    }
}

extension TextFolding {
    /// Calls the closure with the folded bytes of a text; without folding, with the text's own.
    func withFoldedBytes<R>(of text: String, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        isEffective ? try foldedBytes(text).withUnsafeBytes(body) : try Bytewise.withBytes(text, body)
    }
}

extension TextFolding {
    /// Whether a text contains another under these options; ``FoldedText`` is faster for many texts.
    package func contains(_ text: String, _ part: String) -> Bool {
        FoldedText(part, folding: self).isContained(in: text)
    }

    /// Whether a text begins with another under these options.
    package func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        FoldedText(prefix, folding: self).isPrefix(of: text)
    }

    /// Whether a text ends with another under these options.
    package func hasSuffix(_ text: String, _ suffix: String) -> Bool {
        FoldedText(suffix, folding: self).isSuffix(of: text)
    }
}
