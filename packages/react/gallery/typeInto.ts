/** Types a text into the first field of a view; a final line break submits it. Uses the prototype's setter, because React replaces the field's. */
export function typeInto(root: ParentNode, text: string): void {
  const input = root.querySelector<HTMLInputElement>('.view input')
  if (input === null) throw new Error('The view has no field')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text.trimEnd())
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (text.endsWith('\n')) setTimeout(() => input.form?.requestSubmit())
}
