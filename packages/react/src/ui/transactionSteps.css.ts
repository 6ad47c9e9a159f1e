import { css } from '../styles/css.ts'

/** Styles of {@link TransactionSteps}. */
export const transactionStepsCss = css(`
.steps{display:flex;margin:0;padding:0 0 6u;list-style:none}
.step{position:relative;display:flex;flex-direction:column;align-items:center;gap:6u;flex:1;min-width:0;padding:0 4u;text-align:center;font-size:13u;line-height:1.3;color:var(--t2);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.step+.step::before{content:"";position:absolute;top:11u;inset-inline-end:calc(50% + 16u);inset-inline-start:calc(-50% + 16u);height:2px;border-radius:1px;background:var(--line)}
.step[data-state=done]+.step[data-state]::before{background:var(--gain)}
.step-mark{display:grid;place-items:center;width:24u;height:24u;border-radius:50%;background:var(--s2);color:var(--t2)}
.step-mark :is(.icon,.spinner){width:14u;height:14u;stroke-width:2.6}
.step[data-state=done]{color:var(--t1)}
.step[data-state=done] .step-mark{background:var(--gain-soft);color:var(--gain-text)}
.step[data-state=now] .step-mark{color:var(--accent-text)}
@media(forced-colors:active){.step-mark{border:1px solid CanvasText}.step+.step::before{background:CanvasText}}
`)
