/** Styles of an approval. No color here depends on the host's theme. */
export const approvalCss = `
.sentence{padding:2u 4u 4u;font-size:17u;font-weight:600;line-height:1.35;letter-spacing:-.012em;text-align:center;text-wrap:balance;overflow-wrap:anywhere}
.label{padding:0 4u;font-size:13u;font-weight:600;color:var(--t2)}
.group{display:flex;flex-direction:column;gap:6u}
.changes{display:flex;flex-direction:column;padding:2u 16u;border-radius:16r;background:var(--s1)}
.change{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:2u 14u;padding:11u 0}
.change+.change{border-top:1px solid var(--line)}
.change-word{flex:none;font-size:14u;color:var(--t2)}
.change-amount{max-width:100%;margin-inline-start:auto;text-align:end;font-size:16u;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.change-amount small{display:block;font-size:13u;font-weight:400;color:var(--t2)}
.change[data-direction=in] .change-amount{color:var(--gain-text)}
.change[data-direction=out] .change-amount{color:var(--loss-text)}
.change[data-direction] .change-amount small{color:var(--t2)}
.party{display:flex;flex-direction:column;gap:8u;padding:12u 16u;border-radius:16r;background:var(--s1)}
.party-head{display:flex;align-items:center;justify-content:space-between;gap:10u;font-size:14u;color:var(--t2)}
.party-name{font-size:15.5u;font-weight:600;color:var(--t1);overflow-wrap:anywhere}
.party .address{font-size:15u;justify-content:start}
.message{max-height:280u;overflow:auto;padding:14u 16u;border-radius:16r;background:var(--s1);font:400 14u/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.message:focus-visible{outline-offset:-2px}
.hidden-character{padding:0 4u;border-radius:5r;background:var(--loss-soft);color:var(--loss-text);font-weight:600;unicode-bidi:isolate}
.fold{border-radius:16r;background:var(--s1)}
.fold>summary{display:flex;align-items:center;justify-content:space-between;min-height:46u;padding:6u 16u;border-radius:16r;font-size:14.5u;font-weight:550;list-style:none;color:var(--t1)}
.fold>summary::-webkit-details-marker{display:none}
.fold>summary .icon{width:18u;height:18u;color:var(--t3);transition:transform .15s}
.fold[open]>summary .icon{transform:rotate(180deg)}
.fold-body{display:flex;flex-direction:column;gap:10u;padding:0 16u 14u}
.fold .message{padding:12u;background:var(--s2);border-radius:12r;font-size:12.5u}
.tree{display:flex;flex-direction:column;font-size:13.5u}
.tree .tree{margin-inline-start:2u;padding-inline-start:12u;border-inline-start:1px solid var(--line)}
.leaf{padding:6u 0}
.leaf-name{color:var(--t2)}
.leaf-type{color:var(--t3);font-size:12u}
.leaf-value{font-weight:500;overflow-wrap:anywhere;unicode-bidi:plaintext}
.leaf-value[data-bytes]{font:400 12.5u/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.part{display:flex;flex-direction:column;gap:8u;padding:12u 16u;border-radius:16r;background:var(--s1)}
.part-title{font-size:14.5u;font-weight:600;overflow-wrap:anywhere}
.part .party{padding:0;background:none}
.part .details{padding:0;background:none}
.part .label{padding:0}
.part .fold{background:var(--s2)}
.fold .part{padding:4u 0;background:none}
.coins{display:flex;flex-direction:column}
.coin{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:baseline;gap:4u 14u;padding:11u 0}
.coin+.coin{border-top:1px solid var(--line)}
.coin-amount{font-size:15.5u;font-weight:600;font-variant-numeric:tabular-nums;text-align:end}
.coin[data-own] .coin-amount{color:var(--t2)}
.coin-what{grid-column:1/-1;display:flex;flex-direction:column;align-items:flex-start;gap:4u;min-width:0}
.coin-what .address{font-size:13.5u;justify-content:start}
.coin-note{color:var(--t2);font-size:13u}
.coin-note[data-open]{color:var(--warn-text);font-weight:600}
.foot-warning{display:flex;gap:10u;align-items:flex-start;padding:10u 12u;border-radius:12r;background:var(--loss-soft);font-size:13.5u;line-height:1.4;color:var(--t1);overflow-wrap:anywhere}
.finding-values{display:block;color:var(--t2)}
.foot-warning .icon{width:17u;height:17u;margin-top:1u;color:var(--loss-text)}
.foot-warning[data-level=warn]{background:var(--warn-soft)}
.foot-warning[data-level=warn] .icon{color:var(--warn-text)}
.foot-warning .text-button{display:inline}
.approve[aria-disabled]{filter:none}
.approve::before{content:"";position:absolute;inset:0;border-radius:inherit;background:var(--s0);opacity:0;transition:opacity .15s}
.approve[data-arming]::before{opacity:.45}
.approve>*{position:relative}`
