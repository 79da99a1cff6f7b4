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
            #expect(relationship.position == position, "seed \(seed)")
            #expect(relationship.property == entity.attributes.count + position, "seed \(seed)")
            let types = entity.columns[relationship.columns].map(\.type)
            #expect(types == relationship.destination.keyTypes, "seed \(seed)")
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
        let destination = relationship.destination
        #expect(schema.entity(destination.name) === destination, "seed \(seed)")
        #expect(relationship.owner === entity, "seed \(seed)")
        #expect(
            relationship.crossesConfigurations == (entity.configuration != destination.configuration),
            "seed \(seed)")
        let inverse = relationship.inverse
        if let inverse {
            #expect(inverse.owner === destination && inverse.destination === entity, "seed \(seed)")
            #expect(inverse.inverse === relationship, "seed \(seed)")
        }
        switch relationship.storage {
        case .ownColumns: #expect(!relationship.isToMany, "seed \(seed)")
        case .destinationColumns(let columns):
            #expect(relationship.isToMany && inverse === columns && !columns.isToMany, "seed \(seed)")
        case .link(let table, let isFirst): check(table, isFirst, relationship, inverse, schema, seed: seed)
        }
    }

    private func check(
        _ table: LinkTable, _ isFirst: Bool, _ relationship: Relationship, _ inverse: Relationship?,
        _ schema: Schema, seed: UInt64
    ) {
        #expect(relationship.isToMany && inverse?.isToMany ?? true, "seed \(seed)")
        #expect(schema.links.contains(table) && !relationship.crossesConfigurations, "seed \(seed)")
        let (own, other) =
            isFirst ? (table.firstEntity, table.secondEntity) : (table.secondEntity, table.firstEntity)
        #expect(own === relationship.owner && other === relationship.destination, "seed \(seed)")
        #expect(table.firstColumns.map(\.type) == table.firstEntity.keyTypes, "seed \(seed)")
        let names = (table.firstColumns + table.secondColumns).map { $0.name.lowercased() }
        #expect(Set(names).count == names.count, "seed \(seed)")
        if let inverse { #expect(inverse.storage == .link(table, isFirst: !isFirst), "seed \(seed)") }
        if inverse == nil { #expect(isFirst, "seed \(seed)") }
    }
}
