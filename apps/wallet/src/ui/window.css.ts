/** The wallet's windows: one column on a plain page. */
export const windowPageCss = `
html,body,#root{min-height:100%}
body{background:var(--page)}
.window{display:flex;flex-direction:column;align-items:center;min-height:100dvh;padding:24u 16u 40u}
.brand{display:flex;align-items:center;gap:10u;width:100%;max-width:520u;padding:0 4u 20u;font-weight:600;font-size:15u;letter-spacing:-.01em}
.brand .icon{color:var(--warn-text)}
.brand-origin{margin-inline-start:auto;font-size:13u;font-weight:400;color:var(--t2);text-align:end;overflow-wrap:anywhere}
.sheet{display:flex;flex-direction:column;gap:14u;width:100%;max-width:520u;padding:28u 28u 28u;border-radius:24r;background:var(--s0);box-shadow:0 0 0 1px var(--line)}
.sheet-head{display:flex;flex-direction:column;gap:6u}
.stack{display:flex;flex-direction:column;gap:14u}
.sheet[data-outcome]{align-items:center;text-align:center;padding-block:40u 28u}
.sheet[data-outcome] .sheet-text{text-wrap:balance}
.sheet[data-outcome] .hero-mark{margin-bottom:4u}
.sheet[data-outcome] .details{width:100%;margin-top:6u}
.sheet[data-outcome] .btn{margin-top:10u}
.sheet-title{font-size:22u;font-weight:650;line-height:1.25;letter-spacing:-.02em;text-wrap:balance;overflow-wrap:anywhere}
.sheet-text{font-size:15u;line-height:1.5;color:var(--t2);overflow-wrap:anywhere}
.sheet-text b{font-weight:600;color:var(--t1)}
.section{display:flex;flex-direction:column;gap:10u;padding-top:18u;margin-top:6u;border-top:1px solid var(--line)}
.section-title{font-size:16u;font-weight:600;letter-spacing:-.01em}
.section-text{font-size:14u;line-height:1.5;color:var(--t2)}
.field{display:flex;flex-direction:column;gap:6u}
.field-label{font-size:14u;font-weight:600}
.field-hint{font-size:13.5u;line-height:1.45;color:var(--t2)}
.input{display:flex;align-items:center;min-height:50u;border-radius:14r;background:var(--s1);box-shadow:inset 0 0 0 1px var(--line)}
.input:focus-within{box-shadow:inset 0 0 0 2px var(--accent-text)}
.input[data-wrong]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.input input{flex:1;min-width:0;height:50u;padding:0 14u;border:0;outline:0;background:none;font-size:16u}
.input[data-code] input{font:500 16u/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:-.01em;text-transform:uppercase}
.input .icon-button{margin-inline-end:7u}
::placeholder{color:var(--t3);opacity:1}
.meter{display:grid;grid-template-columns:repeat(4,1fr);gap:4u}
.meter span{height:4u;border-radius:2r;background:var(--s2)}
.meter[data-score="1"] span:nth-child(-n+1),.meter[data-score="2"] span:nth-child(-n+2){background:var(--loss)}
.meter[data-score="3"] span:nth-child(-n+3){background:var(--warn)}
.meter[data-score="4"] span{background:var(--gain)}
.secret{padding:16u;border-radius:16r;background:var(--s1);font:600 19u/1.7 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-align:center;overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
.words{display:grid;grid-template-columns:repeat(3,1fr);gap:8u}
.word{display:flex;gap:8u;align-items:baseline;padding:10u 12u;border-radius:12r;background:var(--s1);font-size:15u;font-weight:600}
.word span{min-width:1.3em;font-size:12.5u;font-weight:500;color:var(--t3);text-align:end;font-variant-numeric:tabular-nums}
.hold{overflow:hidden;touch-action:none}
.hold::before{content:"";position:absolute;inset:0;background:#00000026;transform-origin:left;transform:scaleX(0)}
[dir=rtl] .hold::before{transform-origin:right}
.hold[data-holding]::before{transform:scaleX(1);transition:transform 1.5s linear}
.tabs{display:flex;gap:4u;padding:4u;border-radius:14r;background:var(--s1)}
.tab{flex:1;min-width:0;min-height:44u;padding:4u 8u;border:0;border-radius:10r;background:none;color:var(--t2);font-size:14u;font-weight:600}
.tab[aria-selected=true]{background:var(--s0);color:var(--t1);box-shadow:0 1px 3px #0000002e,0 0 0 1px var(--line)}
.choices{display:grid;grid-template-columns:repeat(2,1fr);gap:10u}
.choices .btn{padding-inline:10u}
.choice{display:flex;align-items:center;justify-content:center;gap:8u}
.entry{display:flex;gap:12u;align-items:center;min-height:56u;padding:8u 0}
.entry+.entry{border-top:1px solid var(--line)}
.entry .btn{width:auto;min-height:44u;padding:8u 14u;font-size:14u}
.entry-time{flex:none;font-size:13u;color:var(--t2)}
.digest{font:400 12.5u/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;color:var(--t2)}
.check{display:flex;gap:10u;align-items:flex-start;font-size:14.5u;line-height:1.45;cursor:pointer}
.check input{flex:none;width:22u;height:22u;margin:0;accent-color:var(--accent)}
.sheet .foot{position:sticky;bottom:0;z-index:1;display:flex;flex-direction:column;gap:10u;margin:0 -28u;padding:12u 28u;background:var(--s0);border-top:1px solid var(--line)}
.number-field{display:flex;justify-content:center}
.number-field input{width:130u;height:76u;border:0;border-radius:18r;background:var(--s1);box-shadow:inset 0 0 0 1px var(--line);font-size:38u;font-weight:650;letter-spacing:.12em;text-align:center;font-variant-numeric:tabular-nums;outline:0}
.number-field input:focus{box-shadow:inset 0 0 0 2px var(--accent-text)}
@media(max-width:430px){
.window{padding:16u 0 0}
.brand{padding:0 20u 16u}
.sheet{flex:1;padding:24u 20u calc(24u + env(safe-area-inset-bottom));border-radius:24r 24r 0 0}
.sheet .foot{margin:0 -20u;padding-inline:20u}
.words{grid-template-columns:repeat(2,1fr)}
}`
