import Granary

nonisolated extension Errand: WillSave {
    func willSave(_ save: ModelSave) { heard.append("willSave") }
}

nonisolated extension WillSaveErrand: WillSave {
    func willSave(_ save: ModelSave) { heard.append("willSave") }
}
