/** Types a text into the first field of a view; a line break at its end sends it. Source: the field's own setter is React's. */
export function typeInto(root: ParentNode, text: string): void {
  const input = root.querySelector<HTMLInputElement>('.view input')
  if (input === null) throw new Error('The view has no field')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text.trimEnd())
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (text.endsWith('\n')) setTimeout(() => input.form?.requestSubmit())
}
