/// Decides which configuration each model belongs to.
///
/// A schema's configurations come as a dictionary, which has no order, so models are put in the order of
/// configuration and name: the same models always give the same positions.
struct ModelPlacement {
    /// The configuration of models for which none is named.
    static let defaultConfiguration = "Default"

    private var placed: [ModelDraft] = []
    private var configurations: Set<String> = []
    private var problems: [String] = []

    /// Places every model in the default configuration, or the one it names itself.
    init(models: [any DescribedModel.Type]) {
        for type in models { placeByItself(type.modelDescription, type) }
    }

    /// Places models by a dictionary of configurations.
    init(configurations: [String: [any DescribedModel.Type]]) {
        for (configuration, types) in configurations.sorted(by: { $0.key < $1.key }) {
            self.configurations.insert(configuration)
            for type in types { place(type.modelDescription, type, in: configuration) }
        }
    }

    /// Places models by name; without configurations, by the ones they name themselves.
    init(descriptions: [(ModelDescription, (any DescribedModel.Type)?)], configurations: [String: [String]]) {
        guard !configurations.isEmpty else {
            for (description, type) in descriptions { placeByItself(description, type) }
            return
        }
        for (configuration, names) in configurations.sorted(by: { $0.key < $1.key }) {
            self.configurations.insert(configuration)
            for name in names {
                let found = descriptions.filter { $0.0.name == name }
                if found.isEmpty { reportUnknown(name, in: configuration, known: descriptions.map(\.0.name)) }
                for (description, type) in found { place(description, type, in: configuration) }
            }
        }
        let placedNames = Set(placed.map(\.name))
        for (description, type) in descriptions where !placedNames.contains(description.name) {
            placeLeftOver(description, type)
        }
    }

    /// The draft that resolution starts from.
    func draft(_ name: String) -> SchemaDraft {
        let models = placed.sorted { ($0.configuration, $0.name) < ($1.configuration, $1.name) }
        return SchemaDraft(
            name: name, models: models, configurations: configurations.sorted(), problems: problems)
    }

    private mutating func placeByItself(_ model: ModelDescription, _ type: (any DescribedModel.Type)?) {
        place(model, type, in: model.configuration ?? Self.defaultConfiguration)
    }

    private mutating func placeLeftOver(_ model: ModelDescription, _ type: (any DescribedModel.Type)?) {
        if let configuration = model.configuration { return place(model, type, in: configuration) }
        problems.append("\(model.name) belongs to no configuration; add it to one of them.")
    }

    private mutating func place(
        _ model: ModelDescription, _ type: (any DescribedModel.Type)?, in configuration: String
    ) {
        configurations.insert(configuration)
        if let own = model.configuration, own != configuration {
            problems.append(
                """
                \(model.name) is in the configuration “\(configuration)”, but its model asks for “\(own)”; \
                name only one.
                """
            )
        }
        if let present = placed.first(where: { $0.name == model.name }) {
            return reportTwice(model, type, in: configuration, present: present)
        }
        placed.append(ModelDraft(description: model, type: type, configuration: configuration))
    }

    private mutating func reportTwice(
        _ model: ModelDescription, _ type: (any DescribedModel.Type)?, in configuration: String,
        present: ModelDraft
    ) {
        let isSameType = type.map(ObjectIdentifier.init) == present.type.map(ObjectIdentifier.init)
        if isSameType && present.configuration != configuration {
            problems.append(
                """
                \(model.name) is in two configurations, “\(present.configuration)” and “\(configuration)”; \
                keep it in one.
                """
            )
        } else if isSameType {
            problems.append(
                "\(model.name) is listed twice in the configuration “\(configuration)”; list it once.")
        } else {
            problems.append("Two models are named \(model.name); rename one of them.")
        }
    }

    private mutating func reportUnknown(_ name: String, in configuration: String, known: [String]) {
        let hint = NearestMatch.of(name, in: known).map { " Did you mean “\($0)”?" } ?? ""
        problems.append(
            """
            The configuration “\(configuration)” names \(name), which is not among the models; add it or \
            remove the name.\(hint)
            """
        )
    }
}
