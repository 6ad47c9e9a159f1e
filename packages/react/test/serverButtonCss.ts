import { buttonCss } from '../src/buttons/button.css.ts'
import { css } from '../src/styles/css.ts'
import { tokensCss } from '../src/theme/tokens.css.ts'

/**
 * Returns the styles of the buttons on a page that a server rendered, before React moves them into their shadow roots: the same rules,
 * below the host element. One rule per line.
 */
export function serverButtonCss(): string {
  const rules = css(`${tokensCss}${buttonCss}`).replace(/\bspin\b/g, 'latchkey-spin')
  const light = rules.replace(/(?<=^|[{}])([^{}@]+)(?=\{)/g, (selectors) =>
    selectors
      .split(/,(?![^(]*\))/)
      .map(toLight)
      .join(','),
  )
  return `/* Made of button.css.ts: run button.test.ts with -u. */\n${light.replaceAll('}', '}\n').replaceAll(/\n\}/g, '}')}`
}

function toLight(selector: string): string {
  if (selector.includes(':host')) return selector.replace(/:host(?:\(([^)]*)\))?/g, 'latchkey-button$1')
  // The steps of an animation.
  return selector === 'to' ? selector : `latchkey-button ${selector.trim()}`
}
