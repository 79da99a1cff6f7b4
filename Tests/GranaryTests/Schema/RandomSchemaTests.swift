import Granary
import Testing

/// Any set of models either resolves to a schema that is consistent, or gives problems; it never traps.
@Suite struct RandomSchemaTests {
    @Test(.timeLimit(.minutes(2))) func randomSchemasResolveConsistentlyOrGiveProblems() throws {
        var resolved = 0
        for seed in UInt64(1)...3_000 {
            let random = RandomSchema(seed: seed)
            let descriptions = random.models.map { ($0, (any Model.Type)?.none) }
            do {
                let schema = try Schema(
                    "R", descriptions: descriptions, configurations: random.configurations)
                resolved += 1
                check(schema, seed: seed)
                let turned = try Schema(
                    "R", descriptions: descriptions.reversed(), configurations: random.configurations)
                #expect(turned.fingerprint == schema.fingerprint, "seed \(seed)")
                #expect(turned.entities.map(\.name) == schema.entities.map(\.name), "seed \(seed)")
            } catch let error as GranaryError {
                #expect(error.code == .schema && error.message.contains("\n- "), "seed \(seed)")
            }
        }
        #expect(
            resolved > 500 && resolved < 2_500,
            "\(resolved) of 3000 resolved; the generator should make both kinds")
    }

    private func check(_ schema: Schema, seed: UInt64) {
        for (index, entity) in schema.entities.enumerated() {
            #expect(entity.index == index && schema.entity(entity.name) === entity, "seed \(seed)")
            checkColumns(entity, schema, seed: seed)
            for relationship in entity.relationships { check(relationship, of: entity, schema, seed: seed) }
            let lists = [entity.keyColumns] + entity.uniques + entity.indexes
            #expect(
                lists.allSatisfy { !$0.isEmpty && $0.allSatisfy(entity.columns.indices.contains) },
                "seed \(seed)")
            #expect(Set(lists).count == lists.count, "seed \(seed)")
        }
        let tables = schema.entities.map { $0.table.lowercased() } + schema.links.map { $0.name.lowercased() }
        #expect(Set(tables).count == tables.count, "seed \(seed)")
    }

    private func checkColumns(_ entity: Entity, _ schema: Schema, seed: UInt64) {
        var next = entity.attributes.count
        for (position, relationship) in entity.toOne.enumerated() {
            #expect(relationship.columns.lowerBound == next, "seed \(seed)")
            #expect(relationship.position == entity.attributes.count + position, "seed \(seed)")
            let destination = schema.entity(relationship.destination)
            #expect(entity.columns[relationship.columns].map(\.type) == destination?.keyTypes, "seed \(seed)")
            #expect(
                entity.columns[relationship.columns].allSatisfy { $0.isOptional == relationship.isOptional })
            next = relationship.columns.upperBound
        }
        #expect(next == entity.columns.count, "seed \(seed)")
        for property in 0..<entity.propertyCount {
            let columns = entity.columns(ofProperty: property)
            #expect(
                !columns.isEmpty && entity.columns[columns].allSatisfy { $0.property == property },
                "seed \(seed)")
        }
        #expect(
            Set(entity.columns.map { $0.name.lowercased() }).count == entity.columns.count, "seed \(seed)")
        #expect(entity.keyColumns.allSatisfy { !entity.columns[$0].isOptional }, "seed \(seed)")
    }

    private func check(_ relationship: Relationship, of entity: Entity, _ schema: Schema, seed: UInt64) {
        guard let destination = schema.entity(relationship.destination) else {
            Issue.record("seed \(seed): \(entity.name).\(relationship.name) leads nowhere")
            return
        }
        #expect(relationship.entity == entity.name, "seed \(seed)")
        #expect(
            relationship.crossesConfigurations == (entity.configuration != destination.configuration),
            "seed \(seed)")
        let inverse = relationship.inverse.flatMap(destination.relationship)
        #expect((inverse == nil) == (relationship.inverse == nil), "seed \(seed)")
        if let inverse {
            #expect(
                inverse.destination == entity.name && inverse.inverse == relationship.name, "seed \(seed)")
        }
        switch relationship.storage {
        case .ownColumns: #expect(!relationship.isToMany, "seed \(seed)")
        case .destinationColumns(let name):
            #expect(
                relationship.isToMany && inverse?.name == name && inverse?.isToMany == false, "seed \(seed)")
        case .link(let table, let isFirst): check(table, isFirst, relationship, inverse, schema, seed: seed)
        }
    }

    private func check(
        _ table: LinkTable, _ isFirst: Bool, _ relationship: Relationship, _ inverse: Relationship?,
        _ schema: Schema, seed: UInt64
    ) {
        #expect(relationship.isToMany && inverse?.isToMany ?? true, "seed \(seed)")
        #expect(schema.links.contains(table) && !relationship.crossesConfigurations, "seed \(seed)")
        #expect((isFirst ? table.firstEntity : table.secondEntity) == relationship.entity, "seed \(seed)")
        #expect(
            (isFirst ? table.secondEntity : table.firstEntity) == relationship.destination, "seed \(seed)")
        #expect(table.firstColumns.map(\.type) == schema.entity(table.firstEntity)?.keyTypes, "seed \(seed)")
        let names = (table.firstColumns + table.secondColumns).map { $0.name.lowercased() }
        #expect(Set(names).count == names.count, "seed \(seed)")
        if let inverse { #expect(inverse.storage == .link(table, isFirst: !isFirst), "seed \(seed)") }
        if inverse == nil { #expect(isFirst, "seed \(seed)") }
    }
}
