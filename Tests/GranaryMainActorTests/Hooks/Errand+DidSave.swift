import Granary

nonisolated extension Errand: DidSave {
    func didSave(_ save: ModelSave) { heard.append("didSave") }
}

nonisolated extension DidSaveErrand: DidSave {
    func didSave(_ save: ModelSave) { heard.append("didSave") }
}
