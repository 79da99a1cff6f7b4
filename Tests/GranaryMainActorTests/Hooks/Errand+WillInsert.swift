import Granary

nonisolated extension Errand: WillInsert {
    func willInsert(_ save: ModelSave) { heard.append("willInsert") }
}

nonisolated extension WillInsertErrand: WillInsert {
    func willInsert(_ save: ModelSave) { heard.append("willInsert") }
}
