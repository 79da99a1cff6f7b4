import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of relationships.
extension ModelCheck {
    mutating func checkRelationship(_ property: PropertyDeclaration, in model: ModelDeclaration) {
        guard let mark = property.attribute("Relationship") else {
            return refuse(
                property.typeNode, "unmarked", "a relationship must be marked @Relationship",
                fix: .insert("@Relationship", before: property.node))
        }
        checkTarget(property, mark)
        checkOptions(of: property, mark)
        if property.kind == .toMany, let modifier = property.node.modifiers.first(where: { $0.detail != nil })
        {
            refuse(
                modifier, "setter",
                "a relationship to many has no setter, so nothing can be said of it; remove '\(modifier.trimmed)'",
                fix: .remove(modifier, from: property.node), isHopeless: true)
        }
        if let value = property.valueNode, !(property.kind == .toOne && value.is(NilLiteralExprSyntax.self)) {
            refuse(
                value, "relationshipValue", "a relationship begins empty; remove the initial value",
                fix: property.withoutInitialValue.map {
                    .replace(property.node, with: $0, "remove the initial value")
                })
        }
        guard let path = mark.argumentNode("inverse") else { return }
        checkInverse(path, of: property)
        if path.as(KeyPathExprSyntax.self)?.root != nil, path.lastComponent == property.name,
            property.target.lastName == model.name
        {
            refuse(
                path, "ownInverse",
                "a relationship cannot be its own inverse; remove 'inverse:', or name another relationship of '\(model.name)'",
                isHopeless: true)
        }
    }

    /// A property that is marked as a relationship, but is neither `Target?` nor `ToMany<Target>`.
    mutating func checkToOneShape(_ property: PropertyDeclaration) {
        let type = property.type
        guard let mark = property.attribute("Relationship") else { return }
        if type.isScalar { return refuseValue(property, mark) }
        if refuseCocoaSet(property, type) { return }
        let fixed: TypeSyntax
        let message: String
        if type.element.trimmedDescription != type.trimmedDescription {
            fixed = "ToMany<\(type.element)>"
            message =
                "a relationship to many has the type '\(fixed)', which loads itself when it is looked at"
        } else {
            fixed = "\(type)?"
            message =
                "a relationship to one must be optional: the other object may be deleted elsewhere; write '\(fixed)'"
        }
        refuse(
            property.typeNode, "relationshipType", message,
            fix: .replace(property.typeNode, with: fixed, "write '\(fixed)'"), isHopeless: true)
    }

    /// Refuses an inverse that the other side names already.
    mutating func refuseSecondInverse(_ path: ExprSyntax, of property: PropertyDeclaration) {
        guard let mark = property.attribute("Relationship") else { return }
        let fixed = mark.without { $0.label?.text == "inverse" }
        refuse(
            path, "secondInverse",
            "one side of a relationship names the inverse, and '\(path.trimmed)' does; remove 'inverse:' here",
            fix: .replace(mark, with: fixed, "remove 'inverse: \(path.trimmed)'"))
    }

    private mutating func checkTarget(_ property: PropertyDeclaration, _ mark: AttributeSyntax) {
        let target = property.target
        if refuseForced(property) || refuseCocoaSet(property, target) { return }
        if target.manyTarget != nil {
            return refuse(
                property.typeNode, "optionalMany",
                "a relationship to many is never nil, only empty; write '\(target)'",
                fix: .replace(property.typeNode, with: target, "write '\(target)'"), isHopeless: true)
        }
        if property.kind == .toOne, target.element.trimmedDescription != target.trimmedDescription {
            let fixed: TypeSyntax = "ToMany<\(target.element)>"
            return refuse(
                property.typeNode, "relationshipType",
                "a relationship to many has the type '\(fixed)', which loads itself when it is looked at",
                fix: .replace(property.typeNode, with: fixed, "write '\(fixed)'"), isHopeless: true)
        }
        if target.isScalar || target.lastName.isEmpty { refuseValue(property, mark) }
    }

    /// Refuses a set without the type of its elements, as Core Data has them.
    private mutating func refuseCocoaSet(_ property: PropertyDeclaration, _ type: TypeSyntax) -> Bool {
        guard ["NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"].contains(type.lastName) else {
            return false
        }
        refuse(
            property.typeNode, "relationshipType",
            "a relationship to many has the type 'ToMany' with the other model, such as 'ToMany<Book>'",
            isHopeless: true)
        return true
    }

    private mutating func refuseValue(_ property: PropertyDeclaration, _ mark: AttributeSyntax) {
        refuse(
            property.typeNode, "notAModel",
            "'\(property.target)' is no model, so this is an attribute; remove @Relationship",
            fix: .remove(mark, from: property.node), isHopeless: true)
    }

    private mutating func checkInverse(_ path: ExprSyntax, of property: PropertyDeclaration) {
        let target = property.target
        guard let path = path.as(KeyPathExprSyntax.self), let owner = path.owner,
            owner.first != target.lastName || owner.count == 1
        else {
            return refuse(
                path, "inverse", "name the inverse by a key path to one property, such as '\\\(target).name'",
                isHopeless: true)
        }
        if owner.isEmpty {
            let fixed = path.with(\.root, target)
            return refuse(
                path, "inverse", "name the model in the inverse: '\(fixed.trimmed)'",
                fix: .replace(path, with: fixed, "write '\(fixed.trimmed)'"), isHopeless: true)
        }
        guard owner.last != target.lastName, let root = path.root else { return }
        refuse(
            root, "inverse",
            "the inverse must be a property of '\(target)', the related model, not of "
                + "'\(owner.joined(separator: "."))'",
            fix: owner.count == 1 ? .replace(root, with: target, "write '\(target)'") : nil, isHopeless: true)
    }
}

extension KeyPathExprSyntax {
    /// The names before the last one, which must be those of a type; `nil` when the path is not made of names only.
    fileprivate var owner: [String]? {
        let names = components.compactMap {
            $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
        }
        guard names.count == components.count, !names.isEmpty else { return nil }
        return (root.map { [$0.lastName] } ?? []) + names.dropLast()
    }
}
