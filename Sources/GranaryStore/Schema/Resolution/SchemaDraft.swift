/// A schema under construction: its models, the parts resolved so far, and every problem found.
///
/// Each step checks all models and continues after a problem, so that one error names every fault. Steps never trap on
/// a broken model: they report the part that cannot be resolved, and leave it out.
struct SchemaDraft {
    /// The name of the schema, for messages.
    let name: String
    /// The models, by configuration and then by name.
    let models: [ModelDraft]
    /// The names of the configurations in alphabetical order, also those without models.
    let configurations: [String]
    /// The problems, in the order they were found, each with its remedy.
    var problems: [String]

    /// The destination of each relationship for which it is known.
    var destinations: [Side: Int] = [:]
    /// The other side of each relationship that has one.
    var inverses: [Side: Side] = [:]
    /// Relationships with a reported problem, which get no inferred inverse.
    var reported: Set<Side> = []
    /// The columns of each model.
    var layouts: [ColumnLayout] = []
    /// The table of pairs of each relationship that has one, and whether the relationship owns its first
    /// half.
    var links: [Side: (table: LinkDraft, isFirst: Bool)] = [:]

    /// Resolves everything and reports all problems at once.
    ///
    /// - Throws: ``GranaryError/Code/schema`` whose message has a line for each problem.
    mutating func resolve() throws -> (entities: [Entity], links: [LinkTable]) {
        checkNames()
        checkFormerNames()
        checkAttributes()
        checkKeys()
        findDestinations()
        pairNamedInverses()
        inferInverses()
        layOutColumns()
        makeLinks()
        checkColumns()
        checkTables()
        checkDeleteRules()
        let entities = makeEntities()
        guard problems.isEmpty else { throw failure }
        return (entities, connect(entities))
    }

    private var failure: GranaryError {
        let count = problems.count == 1 ? "There is 1 problem" : "There are \(problems.count) problems"
        let lines = problems.map { "\n- \($0)" }.joined()
        return GranaryError(.schema, "The schema “\(name)” is not valid. \(count):\(lines)")
    }

    /// Records a problem; `text` names the fault and the remedy.
    mutating func report(_ text: String) { problems.append(text) }
}

extension SchemaDraft {
    /// Every relationship, in the order of models and declarations.
    var sides: [Side] {
        models.indices.flatMap { model in
            models[model].description.relationships.indices.map { Side(model: model, relationship: $0) }
        }
    }

    /// The model's declaration of a relationship.
    func declaration(_ side: Side) -> RelationshipDescription {
        models[side.model].description.relationships[side.relationship]
    }

    /// `Entity.relationship`, as messages name it.
    func label(_ side: Side) -> String { "\(models[side.model].name).\(declaration(side).name)" }
}
