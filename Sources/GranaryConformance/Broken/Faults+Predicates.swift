import Granary

/// Compares text without regard to case.
final class CaseBlindEquality: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .compare(.equal, let left, .literal(.text(let text))) = tree else { return tree }
        return .text(.equal, left, .literal(.text(text)), .caseInsensitive)
    }
}

/// Takes composed and decomposed letters for the same.
final class NormalizedEquality: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        switch tree {
        case .compare(.equal, let left, .literal(.text(let text))): .isIn(left, Self.forms(of: text))
        case .text(.contains, let left, .literal(.text(let text)), let options):
            Self.forms(of: text).dropFirst().reduce(tree) {
                .or($0, .text(.contains, left, .literal($1), options))
            }
        default: tree
        }
    }

    private static func forms(of text: String) -> [Value] {
        let pairs: [(Unicode.Scalar, String)] = [
            ("\u{E9}", "e\u{301}"), ("\u{E1}", "a\u{301}"), ("\u{E4}", "a\u{308}"),
        ]
        var (composed, decomposed) = (text, text)
        for (letter, parts) in pairs {
            decomposed = decomposed.unicodeScalars.map { $0 == letter ? parts : String($0) }.joined()
            composed = composed.replacingBytes(parts, with: String(letter))
        }
        return [.text(text), .text(composed), .text(decomposed)]
    }
}

/// Takes `nil` for unknown, as SQL does: “not equal to a value” excludes `nil`.
final class UnknownNil: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .compare(.notEqual, let left, .literal(let value)) = tree, !value.isNull else {
            return tree
        }
        return .and(tree, .compare(.notEqual, left, .literal(.null)))
    }
}

/// Evaluates conditions from right to left: a guard comes after its calculation, and a later condition hides an error.
final class ConditionsFromTheRight: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        switch tree {
        case .and(let left, let right): .and(right, left)
        case .or(let left, let right): .or(right, left)
        default: tree
        }
    }
}

/// Gives remainders the sign of the divisor.
final class FlooredRemainder: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .arithmetic(.remainder, _, let divisor) = tree else { return tree }
        return .arithmetic(.remainder, .arithmetic(.add, tree, divisor), divisor)
    }
}

/// Takes per cent signs and underscores in a searched text for wildcards.
final class WildcardsInText: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .text(_, let left, .literal(.text(let text)), let options) = tree,
            text.utf8.contains(where: { $0 == 0x25 || $0 == 0x5F })
        else { return tree }
        let pieces = text.unicodeScalars.map { scalar -> TextPattern.Piece in
            scalar == "%" ? .anyRun : scalar == "_" ? .anyOne : .literal(String(scalar))
        }
        return .matches(left, TextPattern([.anyRun] + pieces + [.anyRun]), options)
    }
}

/// Claims that all objects of an empty relationship satisfy nothing.
final class NothingOfNone: BrokenSession {
    override func misread(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .quantified(.all, let path, let name, _) = tree else { return tree }
        return .and(
            tree, .compare(.greater, .countOf(path: path, relationship: name, nil), .literal(.integer(0))))
    }
}

/// Returns an object once for each member of a relationship that is asked about, as a careless join does.
final class DuplicateRows: BrokenSession {
    override func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] {
        let asksMembers = request.predicate.map { tree in
            if case .quantified(.any, _, _, _) = tree { true } else { false }
        }
        return asksMembers == true ? rows.flatMap { [$0, $0] } : rows
    }
}

extension String {
    /// The text with every occurrence of some bytes replaced; `replacingOccurrences` would compare letters.
    fileprivate func replacingBytes(_ part: String, with other: String) -> String {
        let (all, wanted) = (Array(utf8), Array(part.utf8))
        var (result, position): ([UInt8], Int) = ([], 0)
        while position < all.count {
            if all[position...].starts(with: wanted) {
                result += Array(other.utf8)
                position += wanted.count
            } else {
                result.append(all[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
