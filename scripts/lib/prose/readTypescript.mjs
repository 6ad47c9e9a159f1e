// Finds the prose in a TypeScript or JavaScript source: comments, log lines, error texts, message catalogs and test titles.
import { parseSync } from 'oxc-parser'

/**
 * @typedef {'docs' | 'comments' | 'logs' | 'errors' | 'ui' | 'tests'} ProseKind
 * @typedef {object} Block one paragraph, title or message
 * @property {ProseKind} kind
 * @property {{ value: string, start: number }[]} pieces
 */

const directive =
  /^[\s*!/]*(?:biome-ignore|eslint-|prettier-|@ts-|@vite-|v8 ignore|c8 ignore|istanbul|#__|@__|<reference|#region|#endregion|@license|SPDX)/
const logMethods = new Set(['debug', 'error', 'fatal', 'info', 'log', 'trace', 'warn'])
const errorFields = new Set(['description', 'details', 'fix', 'hint', 'message'])
const shownAttributes = new Set(['alt', 'aria-label', 'description', 'hint', 'label', 'placeholder', 'text', 'title'])

/**
 * @param {string} path relative to the repository
 * @param {string} text
 * @param {{ isCatalog?: boolean, isErrorCatalog?: boolean, showsMarkup?: boolean }} [what] which texts of the file visitors read
 * @returns {Block[]} in no order
 */
export function readTypescript(path, text, what = {}) {
  const isTest = /\.(?:test|spec)\.tsx?$/.test(path)
  const parsed = parseSync(path, text)
  const blocks = readComments(parsed.comments, text)
  const hasLogs = /\b(?:log|logger|console)\??\.\w+\(/.test(text)
  const hasErrors = !isTest && /\bnew \w*(?:Error|Refusal|Failure)\(/.test(text)
  // The tree costs more than the comments, and most files have nothing else to read.
  if (isTest || hasLogs || hasErrors || what.isCatalog || what.isErrorCatalog || what.showsMarkup)
    readTree(parsed.program, { ...what, isTest }, blocks)
  return blocks
}

/** Groups the comments of a file into texts, and those into paragraphs. */
function readComments(comments, text) {
  const groups = []
  let last
  for (const { type, value, start, end } of comments) {
    if (directive.test(value)) continue
    if (type === 'Block') {
      last = undefined
      // A word or none annotates code: `/* @__PURE__ */`.
      if (value.trim().includes(' ')) groups.push({ lines: linesOf(value, start + 2) })
      continue
    }
    const line = { value: value.replace(/^\/+/, (slashes) => ' '.repeat(slashes.length)), start: start + 2 }
    // Line comments directly below one another are one text.
    if (last?.isAlone && /^\r?\n[ \t]*$/.test(text.slice(last.end, start))) last.lines.push(line)
    else {
      last = { lines: [line], isAlone: /(?:^|\n)[ \t]*$/.test(text.slice(0, start).slice(-200)) }
      groups.push(last)
    }
    last.end = end
  }
  return groups.flatMap(({ lines }) => readParagraphs(lines))
}

/** The lines of a block comment without the asterisks before them. */
function linesOf(value, start) {
  let at = start
  return value.split('\n').map((raw) => {
    const margin = /^\s*\*+(?!\S*\*\/)/.exec(raw)?.[0].length ?? 0
    const line = { value: raw.slice(margin), start: at + margin }
    at += raw.length + 1
    return line
  })
}

/** Paragraphs, list items and tags of one comment. Examples, fenced code and tables are left out. */
function readParagraphs(lines) {
  const blocks = []
  let pieces = []
  let isCode = false
  let isExample = false
  let isItem = false
  const close = () => {
    if (pieces.some(({ value }) => /\p{L}/u.test(value))) blocks.push({ kind: 'comments', pieces })
    pieces = []
  }
  for (const { value, start } of lines) {
    if (/^\s*(?:```|~~~)/.test(value)) {
      close()
      isCode = !isCode
      continue
    }
    const tag = /^\s*@(\w+)/.exec(value)
    if (tag && !isCode) isExample = tag[1] === 'example'
    if (isCode || isExample) {
      close()
      continue
    }
    const opening =
      tag ?? /^\s*(?:[-*+]|\d+[.)])\s+/.exec(value) ?? /^\s*(?:\||={3,}|-{3,})/.exec(value) ?? /^\s*$/.exec(value)
    // A line further in that belongs to no list item, such as a line of usage, is separate.
    const isIndented = /^ {3,}\S/.test(value) && !isItem
    if (opening || isIndented) close()
    if (opening) isItem = opening[0].trim() !== ''
    if (/^\s*(?:\||$)/.test(value) || ['see', 'link', 'type', 'typedef', 'import', 'default'].includes(tag?.[1]))
      continue
    // `@param {Type} [options.name] - the name`
    const head = tag
      ? (/^\s*@(?:param|property|prop|template|arg)\s+(?:\{.*?\}\s+)?(?:\[[^\]]*\]|[\w$.]+)(?:\s+-)?/.exec(value) ??
        /^\s*@\w+(?:\s+\{(?!@).*?\})?(?:\s+-)?/.exec(value))
      : /^\s*(?:[-*+]|\d+[.)])\s+/.exec(value)
    const skip = head?.[0].length ?? 0
    pieces.push({ value: `${value.slice(skip)}\n`, start: start + skip })
  }
  close()
  return blocks
}

/** Collects log lines, error texts, shown texts and titles from the syntax tree. */
function readTree(program, { isTest, isCatalog, isErrorCatalog, showsMarkup }, blocks) {
  const add = (kind, node) => {
    for (const pieces of textsOf(node)) {
      const text = pieces.map(({ value }) => value).join('')
      // Codes, keys and tags are not prose.
      if (/\p{L}/u.test(text) && (kind === 'tests' || /\s/.test(text.trim()) || /^\p{Lu}\p{Ll}/u.test(text)))
        blocks.push({ kind, pieces })
    }
  }
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child)
      return
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    switch (node.type) {
      case 'ImportDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return
      case 'CallExpression':
        if (isLog(node.callee)) for (const argument of node.arguments) add('logs', argument)
        else if (isTest && isTestCall(node.callee) && node.arguments[0]) add('tests', node.arguments[0])
        break
      case 'NewExpression':
        if (!isTest && /(?:Error|Refusal|Failure)$/.test(node.callee.name ?? ''))
          for (const argument of node.arguments) {
            if (argument.type !== 'ObjectExpression') add('errors', argument)
            else for (const { key, value } of argument.properties) if (errorFields.has(key?.name)) add('errors', value)
          }
        break
      case 'Property':
        if (isErrorCatalog && node.key.name === 'message') add('errors', node.value)
        else if (isCatalog) add('ui', node.value)
        break
      case 'ArrowFunctionExpression':
        if (isCatalog) add('ui', node.body)
        break
      case 'ReturnStatement':
        if (isCatalog && node.argument) add('ui', node.argument)
        break
      case 'JSXText':
        if (showsMarkup && /\p{L}/u.test(node.value))
          blocks.push({ kind: 'ui', pieces: [{ value: node.value, start: node.start }] })
        break
      case 'JSXAttribute':
        if (showsMarkup && shownAttributes.has(node.name.name) && node.value) add('ui', node.value)
        break
    }
    for (const key in node) if (key !== 'type' && typeof node[key] === 'object') visit(node[key])
  }
  visit(program)
}

/** `log.info`, `context.log.warn`, `console.error` */
function isLog({ type, object, property }) {
  if (type !== 'MemberExpression' || !logMethods.has(property?.name)) return false
  return /^(?:log|logger|console)$/.test(object.name ?? object.property?.name ?? '')
}

/** `test`, `describe.each(…)`, `test.step` of Playwright */
function isTestCall(callee) {
  if (callee.type === 'Identifier') return /^(?:test|it|describe|bench)$/.test(callee.name)
  if (callee.type === 'MemberExpression') return isTestCall(callee.object)
  return callee.type === 'CallExpression' && isTestCall(callee.callee)
}

/** Every text that an expression can produce. Computed parts are masked as one word. */
function textsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [[{ value: node.value, start: node.start + 1 }]] : []
    case 'TemplateLiteral':
      return [
        node.quasis.flatMap(({ value, start }, index) => [
          ...(index > 0 ? [{ value: 'X', start }] : []),
          { value: value.cooked ?? value.raw, start },
        ]),
      ]
    case 'BinaryExpression': {
      if (node.operator !== '+') return []
      const [left, right] = [node.left, node.right].map((side) => textsOf(side)[0])
      if (!left && !right) return []
      const computed = [{ value: 'X', start: node.start }]
      return [[...(left ?? computed), ...(right ?? computed)]]
    }
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'JSXExpressionContainer':
      return textsOf(node.expression)
    default:
      return []
  }
}
