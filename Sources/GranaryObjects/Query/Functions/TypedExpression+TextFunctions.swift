/// Functions of texts, whose characters are Unicode scalars; `nil` for `nil`.
extension TypedExpression where Value: TextAttribute {
    /// The number of Unicode scalars.
    public var scalarCount: TypedExpression<Root, Value._Count> { number(.scalarCount) }
    /// The number of bytes of UTF-8.
    public var byteCount: TypedExpression<Root, Value._Count> { number(.byteCount) }

    /// The text in upper case, character by character and without rules of a language: `ß` becomes `SS`.
    public func uppercased() -> Self { applying(.text(.uppercased)) }
    /// The text in lower case, character by character and without rules of a language.
    public func lowercased() -> Self { applying(.text(.lowercased)) }
    /// The text without white space at its beginning and end.
    public func trimmed() -> Self { applying(.text(.trimmed)) }
    /// Whether there is a text, and it is empty or white space alone; false for `nil`.
    public var isBlank: TypedExpression<Root, Bool> { trimmed().compared(.equal, Value(queryText: "")) }

    /// The part of a text that begins with a character, counted from 0, up to a number of characters; what lies outside
    /// the text is left out.
    public func part(from start: Int, count: Int? = nil) -> Self {
        let numbers = [start, count].compactMap { $0.map(TypedExpression<Root, Int>.constant) }
        return Self(.text(.part), [operand] + numbers, coding: coding)
    }
    /// The part of a text that begins with a character, counted from 0, up to a number of characters; `nil` if a number
    /// is.
    public func part<Number: IntegerAttribute>(
        from start: TypedExpression<Root, Number>, count: TypedExpression<Root, Number>
    ) -> TypedExpression<Root, String?> {
        TypedExpression<Root, String?>(
            .text(.part), [operand, start.operand, count.operand], coding: .attribute)
    }

    /// Where another text begins in the text for the first time, counted from 0; `nil` if it does not occur.
    public func position(of other: String) -> TypedExpression<Root, Int?> {
        TypedExpression<Root, Int?>(.text(.position), [operand, constant(other)], coding: .attribute)
    }
    /// Where another text begins in the text for the first time, counted from 0; `nil` if it does not occur.
    public func position<Other: TextAttribute>(of other: TypedExpression<Root, Other>)
        -> TypedExpression<Root, Int?>
    { TypedExpression<Root, Int?>(.text(.position), [operand, other.operand], coding: .attribute) }

    /// The text with every occurrence of another replaced, from the beginning on; an empty text occurs nowhere.
    public func replacing(_ old: String, with new: String) -> Self {
        applying(.text(.replacing), constant(old), constant(new))
    }
    /// The text with every occurrence of another replaced, from the beginning on; `nil` if one of them is.
    public func replacing<Old: TextAttribute, New: TextAttribute>(
        _ old: TypedExpression<Root, Old>, with new: TypedExpression<Root, New>
    ) -> TypedExpression<Root, String?> {
        TypedExpression<Root, String?>(
            .text(.replacing), [operand, old.operand, new.operand], coding: .attribute)
    }

    /// The text with a constant behind it.
    public func appending(_ other: String) -> Self { applying(.text(.joined), constant(other)) }
    /// The text with another behind it; `nil` if one is.
    public func appending<Other: TextAttribute>(_ other: TypedExpression<Root, Other>)
        -> TypedExpression<Root, String?>
    { TypedExpression<Root, String?>(.text(.joined), [operand, other.operand], coding: .attribute) }

    private func constant(_ text: String) -> FunctionOperand { operand(Value(queryText: text)) }

    private func number(_ function: ExpressionTree.TextFunction) -> TypedExpression<Root, Value._Count> {
        TypedExpression<Root, Value._Count>(.text(function), [operand], coding: .attribute)
    }
}
