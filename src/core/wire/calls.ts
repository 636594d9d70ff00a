import type { Curve } from '../live/curve.ts';
import type { ReceivedReadings } from '../live/reading.ts';
import type { SmsSent } from './account.ts';
import type { AnsweredFile } from './answered-file.ts';
import type {
  ApproveInfo,
  DecisionAnswer,
  Delegation,
  FlowDiagrams,
  FlowHistory,
  KeptDraft,
  PageAwaiting,
  RecordCourse,
  TaskCounts,
  TaskEntry,
  TaskListAnswer,
} from './approval.ts';
import type { AttentionList } from './attention.ts';
import type { TokenAnswer, WireFile, WirePage } from './contract.ts';
import type {
  BundleOutlook,
  CarriedDesign,
  ComparedEntity,
  DesignBundle,
  DesignChange,
  DesignDictionary,
  DesignDraft,
  DesignEntity,
  DesignFile,
  DesignFindings,
  DesignImpact,
  DesignNames,
  DesignSize,
  DesignSubject,
  DesignTaken,
  DesignTexts,
  RollbackOutlook,
  SheetColumns,
} from './design.ts';
import type { EvidenceDetail, EvidenceEntry } from './evidence.ts';
import type { FoundAnswer, FoundPages } from './find.ts';
import type { JointAnswer, JointPageHead } from './joint.ts';
import type { SavedListView } from './list-view.ts';
import type { LongJob, StartedJob } from './long-job.ts';
import type { ButtonNode, DictionaryItem, GrantablePage, MenuItem } from './menu.ts';
import type { InboxNotice } from './notice.ts';
import type { DraftAnswer, LookupRow, PageMetadata } from './page.ts';
import type { AccountInfo, DepartmentNode, Nested, Person, Personnel, PositionNode, RoleNode } from './people.ts';
import type { Preferences } from './preferences.ts';
import type { PublicForm, PublicLinks, PublicState } from './public.ts';
import type { RecordTree, RecordTreeBranch } from './record-tree.ts';
import type { CaptchaPicture, EnterpriseDisplay, SiteAnswer, TenantChoice } from './site.ts';
import type { FlowColumn, FlowDatasource, FlowEntity, FlowFormField, FlowProcess, StartedProcess } from './snaker.ts';

/** A node of which only the next level is told. */
type Lazy<T> = T & { readonly hasChildren: boolean };

/**
 * What each call of `{p}-system` answers that no entity brings, by its path: the handler of the server gives this, and
 * the client gets it from `request`. Nobody names an answer's type anywhere else.
 */
export interface SystemAnswers {
  site: SiteAnswer;
  'index/tenant-list': readonly TenantChoice[];
  'enterprise-config/display': EnterpriseDisplay;
  'tenant/enterable': readonly TenantChoice[];
  info: AccountInfo;
  'update-password': null;
  'user/getIfUserWithBizCode': boolean;
  'menu/biz/routes-children': readonly MenuItem[];
  'menu/buttons': readonly ButtonNode[];
  'menu/grantable': readonly GrantablePage[];
  'usual-pages': readonly string[];
  attention: AttentionList;
  find: FoundAnswer;
  'find/pages': FoundPages;
  'joint/page': JointPageHead;
  'joint/records': JointAnswer;
  'joint/export': AnsweredFile;
  'joint/open': JointAnswer;
  /** Published fields of a record, as its entity says. */
  'record/open': Readonly<Record<string, unknown>>;
  /** The same of records that name one, each with its id. */
  'record/open-list': readonly Readonly<Record<string, unknown>>[];
  'record-tree': RecordTree;
  'record-tree/below': readonly RecordTreeBranch[];
  'public-link/list': PublicLinks;
  'public-link/make': PublicLinks;
  'public-link/revoke': PublicLinks;

  'dept/tree': readonly Nested<DepartmentNode>[];
  'dept/list': readonly DepartmentNode[];
  'dept/workList': readonly DepartmentNode[];
  'dept/lazy-tree': readonly Lazy<DepartmentNode>[];
  'dept/root': DepartmentNode;
  'dept/personnel-tree': readonly Personnel[];
  'role/lazy-tree': readonly Lazy<RoleNode>[];
  'role/tree-by-parent': readonly Nested<RoleNode>[];
  'position/list': readonly PositionNode[];
  'users-list': readonly Person[];
  'users-list-own-group': readonly Person[];
  'user/getPageVOList': WirePage<Person>;
  'employee/page': WirePage<Person>;
  'user/like': readonly Person[];
  'user/search': readonly Person[];
  'dict-biz/dictionary': readonly DictionaryItem[];
  'dict-biz/dictionary-tree': readonly Nested<DictionaryItem>[];

  'metadata/page': PageMetadata;
  'metadata/lookup': readonly LookupRow[];
  'metadata/lint': DraftAnswer;

  'design/entities': readonly DesignSubject[];
  'design/draft': DesignDraft;
  'design/entity': DesignEntity;
  'design/size': DesignSize;
  'design/step': DesignTaken;
  'design/findings': DesignFindings;
  'design/ask': string;
  'design/carried': CarriedDesign;
  'design/bundle': DesignBundle;
  'design/bundle-check': BundleOutlook;
  'design/bundle-take': DesignTaken;
  'design/compare': readonly ComparedEntity[];
  'design/export': DesignFile;
  'design/impact': DesignImpact;
  'design/publish': DesignChange | StartedJob;
  'design/discard': true;
  'design/names': DesignNames;
  'design/history': readonly DesignChange[];
  'design/rollback-outlook': RollbackOutlook;
  'design/rollback': DesignChange;
  'design/columns': SheetColumns;
  'design/texts': DesignTexts;
  'design/dictionary': DesignDictionary;

  'flow/todo': TaskListAnswer;
  'flow/done': TaskListAnswer;
  'flow/sent': TaskListAnswer;
  'flow/copied': TaskListAnswer;
  'flow/send-list': WirePage<TaskEntry>;
  'flow/counts': TaskCounts;
  'flow/awaiting': PageAwaiting;
  'flow/complete-task': DecisionAnswer;
  'flow/revoke-task': { readonly requestId: string };
  'flow/transfer-task': { readonly taskId: string };
  'flow/add-signer': { readonly taskId: string };
  'flow/terminate': { readonly requestId: string };
  'flow/delegations': readonly Delegation[];
  'flow/delegation-save': { readonly id: string };
  'flow/delegation-remove': true;
  'flow/history': readonly FlowHistory[];
  'flow/diagram': FlowDiagrams;
  'flow/course': RecordCourse;
  'flow/approve-info': ApproveInfo;
  'flow/read-copy': true;
  'flow/draft': KeptDraft | null;
  'flow/draft-save': Pick<KeptDraft, 'savedAt'>;
  'flow/draft-remove': true;
  'record/restore': true;
  'evidence/detail': EvidenceDetail;
  'evidence/list': readonly EvidenceEntry[];

  /** The next seven stand under `{p}-snaker`. */
  'snaker-flow/datasource/list': readonly FlowDatasource[];
  'snaker-flow/datasource/tables': readonly FlowEntity[];
  'snaker-flow/datasource/columns': readonly FlowColumn[];
  'snaker-flow/process/list': readonly FlowProcess[];
  'snaker-flow/process/form': readonly FlowFormField[];
  'snaker-flow/process/start': StartedProcess;
  'process/start': StartedProcess;

  'list-view/list': readonly SavedListView[];
  'list-view/save': SavedListView;
  'list-view/remove': true;
  'preference/list': Preferences;
  'preference/save': true;
  'notice/unread-count': number;
  'notice/read': number;
  'notice/read-all': number;
  'long-job/list': readonly LongJob[];
  'long-job/detail': LongJob;
  'long-job/cancel': boolean;
}

/** Path of a call of `{p}-system` that no entity brings. */
export type SystemPath = keyof SystemAnswers;

/** The answers of calls under their own routes, by service and path. */
export interface ServiceAnswers {
  readonly system: SystemAnswers & {
    /** The entity's own list, named by the product's own pages. */
    'notice/page': WirePage<InboxNotice>;
  };
  readonly auth: {
    'oauth/token': TokenAnswer;
    'oauth/captcha': CaptchaPicture;
    'oauth/logout': null;
    /** The code, and where the other of the two sites listens. */
    'oauth/handover': { readonly code: string; readonly port: number };
    /** Each of these also stands under `/api` itself, as the specification prints it. */
    'account/sms': SmsSent;
    'auth/phone': TokenAnswer;
    'auth/register': null;
    'auth/forget-password': null;
  };
  readonly public: {
    'intake/form': PublicForm;
    'intake/picture': { readonly id: string };
    'intake/send': { readonly code: string };
    'intake/state': PublicState;
  };
  readonly rhd: {
    readings: ReceivedReadings;
    'readings/curve': Curve;
  };
  readonly resource: {
    'oss/endpoint/put-file': WireFile;
    'oss/endpoint/remove-file': true;
    'oss/endpoint/remove-files': true;
  };
}

/** A service with calls that no entity brings. */
export type Service = keyof ServiceAnswers;
