import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { chromiumOptions } from '../tests/e2e/support/chromium.ts';
import { enter, personOf } from '../tests/e2e/support/person.ts';
const [account='safety', prefix='', out='/tmp/w/shots'] = process.argv.slice(2);
const url='http://127.0.0.1:18572';
mkdirSync(out,{recursive:true});
const p = await personOf(url,account);
const r:any = await p.call('GET','system/menu/biz/routes-children');
const paths:string[]=[];
const go=(n:any)=>{ if(n.path&&Number(n.isShow)===0&&!(n.children??[]).some((c:any)=>Number(c.isShow)===0)) paths.push(n.path); (n.children??[]).forEach(go); };
(Array.isArray(r)?r:[r]).forEach(go);
console.log(paths.length); const wanted=paths.filter(x=>prefix.split(',').some(q=>x.startsWith(q)));
const b=await chromium.launch(chromiumOptions());
for (const [name,vp] of Object.entries({d:{width:1440,height:900},p:{width:390,height:844}})) {
  const c=await b.newContext({viewport:vp,locale:'zh-CN',timezoneId:'Asia/Shanghai'});
  const page=await c.newPage();
  const logs:string[]=[];
  page.on('console',m=>{ if(m.type()==='error') logs.push(m.text().slice(0,200)); });
  page.on('response',x=>{ if(x.status()>=400) logs.push(x.status()+' '+x.url()); });
  await enter(page,url,p,'/safety/system/workplace').catch(()=>{});
  for (const path of wanted) {
    const n=path.replaceAll('/','_');
    logs.length=0;
    try {
      await page.goto(url+path); await page.waitForTimeout(2500); 
      await page.waitForFunction(()=>!document.querySelector('.ant-spin-spinning, .ant-skeleton'),undefined,{timeout:8000}).catch(()=>{});
      await page.screenshot({path:`${out}/${n}.${name}1.png`});
      const row=page.locator('tbody tr.ant-table-row a, tbody tr a, [data-testid="card"] a').first();
      if (await row.count()) { await row.click({timeout:3000}); await page.waitForTimeout(2500); await page.screenshot({path:`${out}/${n}.${name}2.png`}); }
      if (name==='d') {
        await page.goto(url+path); await page.waitForTimeout(1500);
        const add=page.getByRole('button',{name:/^(新\s*增|新建|登\s*记|发起)/}).first();
        if (await add.count()) { await add.click({timeout:3000}); await page.waitForTimeout(2500); await page.screenshot({path:`${out}/${n}.${name}3.png`}); }
      }
    } catch(e:any) { logs.push('EX '+e.message.split('\n')[0]); }
    if(logs.length) console.log(name,path,[...new Set(logs)].join(' | '));
  }
  await c.close();
}
await b.close();
