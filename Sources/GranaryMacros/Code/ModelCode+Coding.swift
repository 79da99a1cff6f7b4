import SwiftSyntax

extension ModelCode {
    /// What stands for the coding that a class promises and does not have, in a program that does not compile.
    var refusedCoding: [String] { model.missingCoding.map { access + $0.code } }
}

extension ModelDeclaration {
    /// The conformances to `Decodable` and `Encodable` that the class names and has no code for.
    ///
    /// The compiler cannot write that code, since what an object keeps beside its properties is not coded.
    var missingCoding: [(conformance: String, code: String)] {
        let names = Set(inherited.map(\.lastName))
        var missing: [(conformance: String, code: String)] = []
        if !names.isDisjoint(with: ["Codable", "Decodable"]), !declaresDecoding {
            missing.append(("Decodable", "init(from decoder: any Swift.Decoder) throws { while true {} }"))
        }
        if !names.isDisjoint(with: ["Codable", "Encodable"]), !declaresEncoding {
            missing.append(("Encodable", "func encode(to encoder: any Swift.Encoder) throws {}"))
        }
        return missing
    }

    private var declaresDecoding: Bool {
        node.memberBlock.members.contains {
            $0.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.first?.firstName.text
                == "from"
        }
    }

    private var declaresEncoding: Bool {
        node.memberBlock.members.contains {
            guard let function = $0.decl.as(FunctionDeclSyntax.self) else { return false }
            return function.name.text == "encode"
                && function.signature.parameterClause.parameters.first?.firstName.text == "to"
        }
    }
}
