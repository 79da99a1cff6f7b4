import SwiftSyntax

extension TypeSyntax {
    /// The type inside an optional: of `T?` and of `Optional<T>`; `nil` for other types.
    var wrapped: TypeSyntax? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.bare }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return optional.wrappedType.bare
        }
        return argument(of: "Optional")
    }

    /// The element type of `ToMany<T>`; `nil` for other types.
    var manyTarget: TypeSyntax? { argument(of: "ToMany") }

    /// The type of the elements of `[T]`, `[K: T]`, `Array<T>` and `Set<T>`, also when optional; else the type itself.
    var element: TypeSyntax {
        let type = wrapped ?? self
        if let array = type.as(ArrayTypeSyntax.self) { return array.element.bare }
        if let dictionary = type.as(DictionaryTypeSyntax.self) { return dictionary.value.bare }
        return type.argument(of: "Array") ?? type.argument(of: "Set") ?? type
    }

    /// The last name of a type name: `UUID` of `Foundation.UUID`; empty for types without a name.
    var lastName: String {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
        if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
        return ""
    }

    /// The one generic argument of a type with this name.
    func argument(of name: String) -> TypeSyntax? {
        guard lastName == name else { return nil }
        guard let arguments = genericArguments, arguments.count == 1, let only = arguments.first,
            case .type(let type) = only.argument
        else { return nil }
        return type.bare
    }

    /// How many generic arguments the type is written with.
    var argumentCount: Int { genericArguments?.count ?? 0 }

    private var genericArguments: GenericArgumentListSyntax? {
        (self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause)?.arguments
    }
}

extension TypeSyntax {
    /// The type as an expression can spell it before `.self`.
    var expressible: String {
        if self.is(SomeOrAnyTypeSyntax.self) || self.is(FunctionTypeSyntax.self) {
            return "(\(trimmedDescription))"
        }
        return trimmedDescription
    }
}
