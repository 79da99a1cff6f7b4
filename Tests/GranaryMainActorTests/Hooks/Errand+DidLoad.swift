import Granary

nonisolated extension Errand: DidLoad {
    func didLoad() { heard.append("didLoad") }
}

nonisolated extension DidLoadErrand: DidLoad {
    func didLoad() { heard.append("didLoad") }
}
