import { css } from '../styles/css.ts'

/** Styles of the fields for an amount and its token. */
export const amountFieldCss = css(`
.send-fields{position:relative;display:flex;flex-direction:column;gap:6u}
.field{display:flex;flex-direction:column;gap:6u;padding:14u 16u;border-radius:18r;background:var(--s1);box-shadow:inset 0 0 0 1.5px transparent;transition:box-shadow .12s}
.field:focus-within{box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.field[data-invalid]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.field-line{display:flex;align-items:center;justify-content:space-between;gap:10u;min-height:20u}
.field-label{font-size:14u;font-weight:500;color:var(--t2)}
.field-side{display:flex;align-items:center;gap:8u;min-width:0;font-size:14u;color:var(--t2);font-variant-numeric:tabular-nums;white-space:nowrap}
.field-label{flex:none}
.field-side>span,.field-note>.figures,.field-note>span>.figures{display:block;min-width:0;overflow:hidden;text-overflow:ellipsis}
.field-note>span{min-width:0}
.field .text-button{font-size:14u}
.field-note{font-size:14u;color:var(--t2)}
.amount-note{display:flex;flex-wrap:wrap;align-items:baseline;gap:2u 8u;font-size:14u;color:var(--t2);overflow-wrap:anywhere}
.amount-note .text-button{margin-block:4u}
.amount-note .text-button::after{inset:-4u}
.amount-note:empty{margin-top:-6u}
.issue{color:var(--loss-text);font-weight:500}
.amount-input{flex:1;width:100%;min-width:0;height:46u;padding:0;border:0;outline:0;background:none;font-size:36u;font-weight:600;letter-spacing:-.03em;font-variant-numeric:tabular-nums;text-overflow:ellipsis}
.amount-input[data-length=medium]{font-size:26u}
.amount-input[data-length=long]{font-size:19u;letter-spacing:-.015em}
.token-button{position:relative;display:flex;align-items:center;gap:7u;flex:none;max-width:55%;height:40u;padding-block:0;padding-inline:8u 10u;border:0;border-radius:20r;background:var(--s2);font-size:15u;font-weight:600;transition:background-color .12s}
.token-button::after{content:"";position:absolute;inset:-2u 0}
.token-button>span:nth-of-type(2){overflow:hidden;text-overflow:ellipsis}
.token-button .icon{width:16u;height:16u;color:var(--t2)}
.field-side [data-tone=loss]{font-weight:550}
@media(hover:hover){.token-button:hover{background:var(--line)}}
`)
