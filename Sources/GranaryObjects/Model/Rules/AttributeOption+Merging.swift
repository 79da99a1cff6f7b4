extension AttributeOption {
    /// How changes of the attribute that two contexts make at the same time become one value, such as `.merge(.sum)`.
    ///
    /// The rule decides before the merge policy of the context, and only where both sides have changed the attribute.
    public static func merge(_ rule: MergeOption) -> AttributeOption { .rule }
}

/// A merge rule as an attribute is marked with it; given to ``AttributeOption/merge(_:)``, and read by the macro alone.
///
/// In what follows, *base* is the value that both sides have read, *mine* is that of the context that saves, and
/// *theirs* is the one that others have saved since.
public struct MergeOption: Sendable {
    /// The greater of both numbers, dates or texts; `nil` loses.
    public static let maximum = MergeOption()

    /// The lesser of both numbers, dates or texts; `nil` loses.
    public static let minimum = MergeOption()

    /// Numbers: what both sides have added to the base is added; `nil` counts as zero.
    ///
    /// A sum that the type cannot hold is a conflict, which the policy does not settle.
    public static let sum = MergeOption()

    /// Sets, arrays and option sets: what either side has added is there, and what either side has removed is not.
    ///
    /// In an array, elements that are equal count as one; the elements of theirs come first. Complexity: for arrays,
    /// O(the product of their lengths).
    public static let union = MergeOption()

    /// The value of the side on which another attribute is greater: a date, or a number that grows.
    ///
    /// If both are equal, it is theirs. The attribute is named by a literal, which the macro checks. It is merged as
    /// the maximum itself, unless it has another rule.
    public static func latest(by attribute: StaticString) -> MergeOption { MergeOption() }

    /// The result of a function of the class on the three values: `.function("joined")` with
    /// `static func joined(base: String, mine: String, theirs: String) -> String`.
    ///
    /// The macro checks that the class has it. Its types are that of the attribute, optional where that is optional. It
    /// may throw, and the save then ends with its error.
    public static func function(_ name: StaticString) -> MergeOption { MergeOption() }
}
