/// What a context knows of each entity of its schema, in the order of the schema.
///
/// A register is made at its first use, so that a unit of work costs the same however many models there are. Going
/// through them passes over those that were never used: they have no objects.
package final class EntityRegisters: Sequence {
    private let schema: Schema
    private var places: ContiguousArray<EntityRegister?>
    private var made: ContiguousArray<EntityRegister> = []
    /// Whether they note what is changed, so that it can be undone.
    var areRecording = false {
        didSet {
            for register in made { (register.isRecording, register.recorded) = (areRecording, []) }
        }
    }

    /// Begins without registers.
    init(_ schema: Schema) {
        self.schema = schema
        places = ContiguousArray(repeating: nil, count: schema.entities.count)
    }

    /// The register of an entity, by the entity's position in the schema.
    package subscript(index: Int) -> EntityRegister { places[index] ?? make(index) }

    /// The register of an entity, if it has been used.
    func used(_ index: Int) -> EntityRegister? { places[index] }

    private func make(_ index: Int) -> EntityRegister {
        let register = EntityRegister(schema.entities[index])
        register.isRecording = areRecording
        places[index] = register
        made.insert(register, at: made.firstIndex { $0.entity.index > index } ?? made.endIndex)
        return register
    }

    /// Goes through the registers that have been used by now.
    package func makeIterator() -> IndexingIterator<ContiguousArray<EntityRegister>> { made.makeIterator() }
}
