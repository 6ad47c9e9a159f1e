import { resolve } from 'node:path'
import ts from 'typescript'

/**
 * Reads the types and docstrings of a package's sources, for the pages in `docs/reference`.
 *
 * @param {{ project: string, entries: readonly string[] }} options folder of the package with its `tsconfig.json`, and the files whose exports
 * are read
 */
export function readPublicTypes({ project, entries }) {
  const { config } = ts.readConfigFile(`${project}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project)
  const files = entries.map((entry) => resolve(entry))
  const program = ts.createProgram(files, { ...options, noEmit: true, composite: false, tsBuildInfoFile: undefined })
  const checker = program.getTypeChecker()

  const exports = files
    .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))))
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))

  return {
    exports,
    fileOf,
    textOf,
    signaturesOf,
    parametersOf,
    returnedFields,
    fieldsOf,
    namedTypes,
    typeOf,
    entryOf,
  }

  /** Path of the file that declares a symbol, from the repository's root. */
  function fileOf(symbol) {
    return symbol.declarations[0].getSourceFile().fileName.slice(process.cwd().length + 1)
  }

  /** The docstring: its text, and the text of each tag. */
  function textOf(symbol) {
    const tags = symbol.getJsDocTags(checker)
    const linesOf = (wanted) =>
      tags.filter(({ name }) => name === wanted).map((tag) => ts.displayPartsToString(tag.text).trim())
    const text = (name) => linesOf(name).map(clean)
    return {
      text: clean(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
      throws: text('throws').map((line) => line.replace(/^(LatchkeyError|Error);? /, '')),
      returns: text('returns'),
      example: linesOf('example')[0],
    }
  }

  /** The signatures of a function as written, without its body. */
  function signaturesOf(symbol) {
    const overloads = symbol.declarations.filter(({ body }) => !body)
    return (overloads.length > 0 ? overloads : symbol.declarations).map((declaration) => {
      const parameters = declaration.parameters.map(
        ({ name, type, initializer, questionToken }) =>
          `${ts.isIdentifier(name) ? name.text : 'options'}${initializer || questionToken ? '?' : ''}: ${oneLine(type)}`,
      )
      const generics = declaration.typeParameters?.map(oneLine).join(', ')
      return `${symbol.name}${generics ? `<${generics}>` : ''}(${parameters.join(', ')}): ${oneLine(declaration.type)}`
    })
  }

  /** The fields of a function's options; empty without options. */
  function parametersOf(symbol) {
    const [parameter] = symbol.declarations[0].parameters
    return parameter && !ts.isIdentifier(parameter.name) ? fieldsOf(checker.getTypeAtLocation(parameter.type)) : []
  }

  /** The argument of a generic type of this repository that a function's result contains: `readonly Balance[]` of `Resource<readonly Balance[]>`. */
  function argumentOf(symbol) {
    const seen = new Set()
    const visit = (node) => {
      if (!ts.isTypeReferenceNode(node)) return ts.forEachChild(node, visit)
      const name = checker.getSymbolAtLocation(node.typeName)
      const alias = name && name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name
      const declaration = alias?.declarations?.[0]
      if (!declaration || !ts.isTypeAliasDeclaration(declaration) || !isOurs(alias) || seen.has(alias)) return undefined
      seen.add(alias)
      const [parameter] = declaration.typeParameters ?? []
      return parameter?.name.text === 'T' ? oneLine(node.typeArguments[0]) : visit(declaration.type)
    }
    return visit(symbol.declarations[0].type)
  }

  /** The fields of a function's result; empty if it is not an object of this repository. Expands `state`, which has the feature's state. */
  function returnedFields(symbol) {
    const type = checker.getTypeOfSymbol(symbol).getCallSignatures()[0].getReturnType()
    const argument = argumentOf(symbol)
    return fieldsOf(type).flatMap((field) =>
      field.name === 'state'
        ? [field, ...fieldsOf(field.valueType).map((inner) => ({ ...inner, name: `state.${inner.name}` }))]
        : [field.name === 'data' && argument ? { ...field, type: `${argument} | undefined` } : field],
    )
  }

  /** The fields of a type of this repository. A field that only some members of a union have names their statuses. */
  function fieldsOf(type) {
    const members = type.isUnion() ? type.types : [type]
    const owners = new Map()
    for (const member of members)
      for (const property of checker.getPropertiesOfType(member))
        if (isOurs(property)) owners.set(property.name, [...(owners.get(property.name) ?? []), { member, property }])
    return [...owners].map(([name, found]) => {
      const texts = new Set(found.flatMap(({ property }) => typeText(property).split(' | ')))
      const { property } = found[0]
      return {
        name,
        isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
        type: [...texts].join(' | '),
        valueType: checker.getTypeOfSymbol(property),
        statuses: found.length < members.length ? found.flatMap(({ member }) => statusOf(member)) : [],
        ...describe(property),
        typeDescription: describeType(checker.getTypeOfSymbol(property)),
      }
    })
  }

  /** The type that an exported alias declares. */
  function typeOf(symbol) {
    return checker.getDeclaredTypeOfSymbol(symbol)
  }

  /** The type of a list's entries; for any other type, that type without undefined and null. */
  function entryOf(type) {
    const known = checker.getNonNullableType(type)
    return checker.isArrayType(known) ? checker.getTypeArguments(known)[0] : known
  }

  /** The docstring of a field's named type, or of the entries of a list; empty if the type has no name or several members. */
  function describeType(type) {
    const { aliasSymbol } = entryOf(type)
    return aliasSymbol && isOurs(aliasSymbol) ? textOf(aliasSymbol).text : ''
  }

  function statusOf(type) {
    const status = type.getProperty('status')
    return status ? [typeText(status).replaceAll("'", '`').replaceAll(' | ', ', ')] : []
  }

  /** The docstring of a property, or of the one that its type refers to: `connect: ConnectionFeature['connect']`. */
  function describe(property) {
    const own = textOf(property)
    const node = typeNodeOf(property)
    if (own.text || !node || !ts.isIndexedAccessTypeNode(node)) return own
    const target = checker.getTypeAtLocation(node.objectType).getProperty(node.indexType.literal?.text ?? '')
    const referred = target ? textOf(target) : own
    return { ...referred, throws: own.throws.length > 0 ? own.throws : referred.throws }
  }

  /** A property's type as written, or as the checker resolves it if the text means nothing outside its declaration. */
  function typeText(property) {
    const node = typeNodeOf(property)
    const type = checker.getTypeOfSymbol(property)
    const written = type.symbol?.declarations?.[0]
    if (node && ts.isIndexedAccessTypeNode(node) && written && ts.isFunctionTypeNode(written)) return oneLine(written)
    const isResolvable = node && !/\bT\b|\['/.test(node.getText())
    return isResolvable ? oneLine(node) : checker.typeToString(type, undefined, ts.TypeFlags.NoTruncation)
  }

  /** The object types of this repository that the fields name, with their fields, sorted by name. `depth` limits the references followed. */
  function namedTypes(fields, depth) {
    const found = new Map()
    const visit = (type, level) => {
      const symbol = type.aliasSymbol
      for (const argument of [...(type.aliasTypeArguments ?? []), ...(checker.getTypeArguments(type) ?? [])])
        visit(argument, level)
      if (type.isUnion() && !symbol) for (const member of type.types) visit(member, level)
      if (!symbol || !isOurs(symbol) || found.has(symbol.name)) return
      if (type.getCallSignatures().length > 0 || !isObject(type)) return
      const own = fieldsOf(type)
      if (own.length === 0) return
      found.set(symbol.name, { name: symbol.name, ...textOf(symbol), fields: own, file: fileOf(symbol) })
      if (level > 0) for (const { valueType } of own) visit(valueType, level - 1)
    }
    for (const { valueType } of fields) visit(valueType, depth)
    return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
  }

  function isObject(type) {
    const members = type.isUnion() ? type.types : [type]
    return members.every((member) => member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
  }
}

/** The type of a property as written; undefined if it is inferred. */
function typeNodeOf(property) {
  return (property.valueDeclaration ?? property.declarations?.[0])?.type
}

/** Whether a source file of this repository declares the symbol. */
function isOurs(symbol) {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName
  return file !== undefined && !/node_modules/.test(file.slice(process.cwd().length)) && file.startsWith(process.cwd())
}

function oneLine(node) {
  return node
    .getText()
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Joins the lines of a docstring, and writes links as names. */
function clean(text) {
  return text
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/([:.;]?)\s*\n- /g, (_, end) => `${end || ';'} `)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
