import { texts } from '../lists.js'
import type { TableRow } from '../row.js'

/** What is called or placed how in a project, what people work with, and what they do not do: where such a clause begins. [M11] */
export const PROJECTS: readonly TableRow[] = [
  {
    kind: 'being',
    pattern:
      /我们(?:项目|团队)?(?:都|只|统一|一直|现在)?(?:使用|采用|用的是|用)(?![了过的这那到不一完你我]|以下)[^，,。的]{1,12}(?:[。！]?$|[，,](?:不用|不是|而不是))/u,
    like: `
      我们用空格 | 我们用的是空格 | 我们项目用空格 | 我们团队用空格 | 我们都用空格 | 我们只用空格 | 我们统一用空格 |
      我们一直用空格 | 我们现在使用空格 | 我们采用空格。 | 我们用空格！ | 我们用空格，不用制表符 |
      我们用空格，不是制表符 | 我们用空格，而不是制表符`,
    unlike: `
      我们用以下空格 | 我们用了空格 | 我们用过空格 | 我们用的空格 | 我们用这个 | 我们用那个 | 我们用到空格 |
      我们用不着 | 我们用一个 | 我们用完空格 | 我们用你 | 我们用我 | 他用空格 | 我们用空格，很好`,
  },
  {
    kind: 'being',
    pattern: new RegExp(
      '我们(?:公司|团队|项目|产品)叫(?![我你他她什做])|' +
        '我们(?:组长|经理|老板|主管|领导|负责人)(?:是|叫)(?![不个一谁很那这])\\p{sc=Han}{2,3}(?=[，,。]|$)|' +
        '我们(?:周|星期)[一二三四五六日天]\\p{sc=Han}{0,2}(?:不|只|才)(?:上线|发布|部署|合并|提交)|' +
        '(?:项目|团队)(?:里|都|统一)?(?:用的是|使用|采用|用) ?[A-Za-z]|' +
        '(?:^|[，,])(?:当前|目前|这个|本|我们的?|整个|我的)?项目(?:是(?:一个)?(?:基于|用)?|基于) ?[A-Za-z]|' +
        '我们部署在 ?[A-Za-z]',
      'u',
    ),
    like: `
      我们公司叫北方 | 我们团队叫北方 | 我们项目叫北方 | 我们产品叫北方 | 我们组长是王敏 | 我们经理叫王敏 |
      我们老板是王敏 | 我们主管是王敏 | 我们领导是王敏 | 我们负责人是王敏 | 我们周五不上线 | 我们星期三才发布 |
      我们周一只部署 | 我们周二不合并 | 我们周四晚上不提交 | 我们周六不发布 | 我们周日不发布 | 我们星期天不发布 |
      项目用的是 Vue 3 | 团队使用 Vue | 项目采用 Vue | 项目用 Vue | 项目里用 Vue | 项目都用 Vue | 团队统一用 Vue |
      当前项目是一个 Vue 项目 | 目前项目是用 Vue 写的 | 这个项目是 Vue | 本项目基于 Vue | 我们项目是基于Vue的 |
      我们的项目是 Vue | 整个项目是基于Vue | 我的项目是Vue | 项目基于Vue | 你好，项目是 Vue | 我们部署在 Fly |
      我们老板是王敏，她很忙 | 我们老板是王敏。`,
    unlike: [
      ...[...'我你他她什做'].map((sign) => `我们团队叫${sign}北方`),
      ...[...'不个一谁很那这'].map((sign) => `我们老板是${sign}好人`),
      ...texts('我们的服务器是坏的, 我们周五上线, 项目用钱, 项目是坏的, 我们部署在这, 别的项目是 Vue'),
    ],
  },
  {
    kind: 'being',
    phrases: ['我们 {words} 是|在 _? {address}'],
    like: `
      我们的服务器是 test.example.cn | 我们接口在 /srv/api | 我们网站是 https://example.cn | 我们配置在 ~/shop/config |
      我们网站是https://example.cn`,
    unlike: '我们的服务器是坏的 | 他们的服务器是 test.example.cn',
  },
  {
    // A name in Latin letters follows.
    kind: 'being',
    pattern: new RegExp(
      '(?:^|[，,])(?:我们?的?|项目的?)?(?:数据库|主分支|生产环境|测试环境|服务器|仓库|(?:接口)?文档|框架|前端|后端|电脑|手机|系统|编辑器)' +
        '(?:是|叫|在|用的是|跑在) ?[A-Za-z~/]|(?:我用的是|我们不用|(?:测试|文档|配置)放在) ?[A-Za-z]|截止日期是',
      'u',
    ),
    like: `
      数据库是 MariaDB | 我的数据库是 MariaDB | 我们的主分支叫 develop | 项目的测试环境在 test.example.cn |
      主分支叫 develop | 生产环境在 prod.example.cn | 我们服务器跑在 Linux | 仓库在 GitHub | 文档在 docs/api |
      接口文档在 docs/api | 测试放在 tests 目录 | 文档放在 docs | 配置放在 etc | 框架是 Vue | 前端用的是 Vue |
      后端是 Go | 我的电脑是 Mac | 我手机是 iPhone | 系统是 Windows | 编辑器是 Vim | 我用的是 Mac | 我们不用 Docker |
      截止日期是六月三十号 | 注意，数据库是 MariaDB | 项目数据库是 MariaDB`,
    unlike: '数据库是坏的 | 我们不用担心 | 他的电脑是 Mac',
  },
]
