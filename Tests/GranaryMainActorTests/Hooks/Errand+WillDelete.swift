import Granary

nonisolated extension Errand: WillDelete {
    func willDelete(_ save: ModelSave) { heard.append("willDelete") }
}

nonisolated extension WillDeleteErrand: WillDelete {
    func willDelete(_ save: ModelSave) { heard.append("willDelete") }
}
