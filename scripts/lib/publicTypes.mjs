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
    typeOf,
    entryOf,
    isAlias,
    isObject,
    typeTextOf,
    variantsOf,
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
      throws: text('throws').map((line) => line.replaceAll(' <br>', ' ').replace(/^(LatchkeyError|Error);? /, '')),
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
      const texts = new Set(found.flatMap(({ property }) => membersOf(typeText(property))))
      const { property } = found[0]
      return {
        name,
        isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
        type: [...texts].join(' | '),
        valueType: checker.getTypeOfSymbol(property),
        ...(found.length < members.length ? conditionOf(found.map(({ member }) => member)) : { statuses: [] }),
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

  /** The field that tells the members of a union apart, and its values in these members. */
  function conditionOf(members) {
    const key = ['status', 'type', 'namespace'].find((name) => members[0].getProperty(name))
    const statuses = members
      .map((member) => key && member.getProperty(key))
      .filter(Boolean)
      .map((property) => typeText(property).replaceAll("'", '`').replaceAll(' | ', ', '))
    return { key, statuses }
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
    return isResolvable ? oneLine(node) : resolvedText(type)
  }

  /** Whether a symbol is a type alias without parameters. */
  function isAlias(symbol) {
    const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration)
    return declaration !== undefined && !declaration.typeParameters
  }

  /** Whether an exported alias is an object or a union of objects, with fields of this repository. */
  function isObject(symbol) {
    const type = typeOf(symbol)
    const members = type.isUnion() ? type.types : [type]
    const isFields = (member) =>
      member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) && member.getCallSignatures().length === 0
    return members.every(isFields) && fieldsOf(type).length > 0
  }

  /** The text of an exported alias: its members if it is a union of literals, else as written. */
  function typeTextOf(symbol) {
    const node = aliasNode(symbol)
    const isWritten =
      ts.isTypeOperatorNode(node) || (ts.isUnionTypeNode(node) && node.types.every(ts.isLiteralTypeNode))
    const type = typeOf(symbol)
    const isLiterals = type.isUnion() && type.types.every((member) => member.flags & ts.TypeFlags.StringLiteral)
    return isLiterals && !isWritten ? type.types.map(({ value }) => `'${value}'`).join(' | ') : oneLine(node)
  }

  /**
   * The members of a union of objects with a literal `type`, each with its other fields and the comment before it. Undefined for other types,
   * and if fields have docstrings.
   */
  function variantsOf(symbol) {
    const node = aliasNode(symbol)
    if (!node || !ts.isUnionTypeNode(node) || !node.types.every(ts.isTypeLiteralNode)) return undefined
    const source = node.getSourceFile().text
    const variants = node.types.map((member, index) => {
      const isType = (field) => field.name.getText() === 'type'
      const before = source.slice(node.types[index - 1]?.end ?? node.pos, member.getStart())
      const [comment = ''] = /\/\*\*.*\*\//s.exec(before) ?? []
      return {
        type: member.members.find(isType)?.type.getText(),
        fields: member.members
          .filter((field) => !isType(field))
          .map((field) => tidy(field.getText().replace(/;$/, ''))),
        text: clean(comment.replaceAll(/^\/\*\*|\*\/$|^\s*\*/gm, '')),
      }
    })
    return variants.every(({ type, fields }) => type && !fields.join().includes('/**')) ? variants : undefined
  }

  function resolvedText(type) {
    const { NoTruncation, UseAliasDefinedOutsideCurrentScope, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags
    const flags = NoTruncation | UseAliasDefinedOutsideCurrentScope | UseSingleQuotesForStringLiteralType
    return tidy(checker.typeToString(type, undefined, flags))
  }
}

/** The type of an exported alias as written; undefined for other exports. */
function aliasNode(symbol) {
  return symbol.declarations.find(ts.isTypeAliasDeclaration)?.type
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

/** A type's text on one line, without comments. Members on separate lines get the semicolon that separates them on one. */
function oneLine(node) {
  const source = node.getSourceFile().text
  const ends = []
  const visit = (inner) => {
    if (ts.isTypeLiteralNode(inner))
      for (const member of inner.members.slice(0, -1))
        if (!/[;,]$/.test(source.slice(member.pos, member.end))) ends.push(member.end)
    ts.forEachChild(inner, visit)
  }
  visit(node)
  let text = ''
  let start = node.getStart()
  for (const end of ends.sort((a, b) => a - b)) {
    text += `${source.slice(start, end)};`
    start = end
  }
  return tidy((text + source.slice(start, node.end)).replaceAll(/\/\*\*.*?\*\//gs, ''))
}

/** The members of a union as text. A union inside brackets stays whole. */
function membersOf(text) {
  const members = ['']
  let depth = 0
  for (const part of text.split(/( \| |=>|[()[\]{}<>])/)) {
    if ('([{<'.includes(part) && part) depth += 1
    if (')]}>'.includes(part) && part) depth -= 1
    if (part === ' | ' && depth === 0) members.push('')
    else members[members.length - 1] += part
  }
  return members
}

function tidy(text) {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?; ?\}/g, ' }')
    .replaceAll(' ;', ';')
    .replace(/^\| /, '')
    .trim()
}

/** Joins the lines of a docstring, and writes links as names. */
function clean(text) {
  return text
    .replaceAll(/\{@link ([\w.]+)\s*\}/g, '`$1`')
    .replace(/^- /, '')
    .replaceAll(/([:.;]?)\s*\n- /g, (_, end) => `${end || ';'} <br>`)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
