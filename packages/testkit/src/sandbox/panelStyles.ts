/**
 * The styles of the sandbox wallet's panel: plain, and visibly not part of the site. On phones its button is at the end of the page, where
 * it covers nothing.
 */
export const panelStyles = `
:host { all: initial; color-scheme: light dark; --ink: light-dark(#0f172a, #f1f5f9); --dim: light-dark(#55627a, #a3b0c6);
  --card: light-dark(#ffffff, #171e2c); --line: light-dark(#d9dfe8, #2f3a4e); --soft: light-dark(#f1f4f8, #202a3b);
  --accent: light-dark(#1d4ed8, #6ea0ff); --onaccent: light-dark(#ffffff, #0b1220); --tape: #f5b301 }
* { box-sizing: border-box; font: 400 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: var(--ink) }
.pill { position: fixed; right: 16px; bottom: calc(16px + var(--latchkey-sandbox-raise, 0px)); z-index: 998; display: flex; align-items: center; gap: 8px; padding: 6px 8px 6px 12px;
  background: var(--card); border: 1px solid var(--line); border-radius: 999px; box-shadow: 0 4px 16px rgb(0 0 0 / .14) }
.pill[hidden] { display: none }
.pill span { font-size: 12px; color: var(--dim) }
dialog { position: fixed; inset: auto 16px 16px auto; margin: 0; width: 360px; max-width: calc(100vw - 32px); max-height: calc(100dvh - 32px);
  padding: 0; overflow: auto; border: 1px solid var(--line); border-radius: 16px; background: var(--card); box-shadow: 0 16px 48px rgb(0 0 0 / .28) }
dialog::backdrop { background: rgb(2 6 23 / .35) }
.tape { height: 6px; background: repeating-linear-gradient(135deg, var(--tape) 0 10px, #1f2937 10px 20px) }
.body { display: grid; gap: 12px; padding: 16px }
header { display: flex; align-items: baseline; justify-content: space-between; gap: 12px }
h2 { margin: 0; font-size: 17px; font-weight: 650 }
.label { font-size: 11px; font-weight: 650; letter-spacing: .04em; text-transform: uppercase; color: var(--dim) }
dl { display: grid; margin: 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden }
dl > div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 12px }
dl > div + div { border-top: 1px solid var(--line) }
dl > div.long { display: grid; gap: 2px }
dt { flex: none; font-size: 12px; line-height: 20px; color: var(--dim) }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; white-space: pre-wrap }
.long dd { text-align: left; max-height: 132px; overflow: auto; font-family: ui-monospace, monospace; font-size: 11.5px }
select { max-width: 100%; padding: 4px 6px; border: 1px solid var(--line); border-radius: 8px; background: var(--soft) }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
button { min-height: 44px; border: 1px solid var(--line); border-radius: 12px; background: var(--soft); font-weight: 600; cursor: pointer }
button.main { border-color: transparent; background: var(--accent); color: var(--onaccent) }
button:hover { filter: brightness(1.04) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.note { margin: 0; font-size: 12px; color: var(--dim) }
@media (width < 430px) {
  dialog { inset: auto 0 0 0; width: 100%; max-width: none; border-radius: 16px 16px 0 0; border-width: 1px 0 0 }
}
@media (width <= 720px) {
  :host { display: block; padding-block: 8px calc(8px + max(var(--latchkey-sandbox-raise, 0px), env(safe-area-inset-bottom, 0px))) }
  .pill { position: static; width: fit-content; max-width: calc(100% - 16px); margin: 0 auto }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise 160ms ease-out }
  @keyframes rise { from { opacity: 0; transform: translateY(8px) } }
}
`
