// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {Account, AccountERC7579} from "@openzeppelin/contracts/account/extensions/draft-AccountERC7579.sol";
import {EIP7702Utils} from "@openzeppelin/contracts/account/utils/EIP7702Utils.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {CallType, ERC7579Utils, ExecType, Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IAccount, IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {
    Execution,
    IERC7579AccountConfig,
    IERC7579Execution,
    IERC7579Module,
    IERC7579ModuleConfig,
    IERC7579Validator,
    MODULE_TYPE_VALIDATOR
} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {WebAuthn} from "@openzeppelin/contracts/utils/cryptography/WebAuthn.sol";
import {AbstractSigner} from "@openzeppelin/contracts/utils/cryptography/signers/AbstractSigner.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// @title Latchkey's smart account
/// @notice ERC-4337 account for EntryPoint v0.8 with ERC-7579 modules. Its owner is an ordinary account (secp256k1), a passkey (P-256,
/// WebAuthn), or either of both. An ordinary account that runs this code by EIP-7702 is its own owner.
/// @dev All storage lies below an ERC-7201 location, so that an account that delegates to this code meets no other code's storage.
contract LatchkeyAccount layout at erc7201("latchkey.account") is AccountERC7579, ERC7739, ERC721Holder, ERC1155Holder {
    /// @notice The only one who may set the first owner: it does so in the transaction that makes the account.
    address public immutable factory;
    /// @notice The module of sessions (`LatchkeySessions`), which accounts of the factory have from the start.
    address public immutable sessions;

    address private _owner;
    /// @dev Beside the owner in one slot, in place of an entry in the list of modules: three writes less for each new account.
    bool private _hasSessions;
    bytes32 private _passkeyX;
    bytes32 private _passkeyY;
    /// @dev SHA-256 of the relying party's id: an assertion that the passkey makes for another site never counts.
    bytes32 private _passkeyRpIdHash;

    /// @notice Another ordinary account is the owner; zero: none but a passkey, or the account itself.
    event OwnerChanged(address indexed owner);
    /// @notice Another passkey is an owner; zeros: none.
    event PasskeyChanged(bytes32 x, bytes32 y, bytes32 rpIdHash);

    /// @notice The account would have no owner.
    error NoOwner();
    /// @notice An account cannot be its own owner by name, and one that runs this code by EIP-7702 always is.
    error InvalidOwner(address owner);
    /// @notice The point is not on the curve P-256, or the hash of the relying party's id is missing.
    error InvalidPasskey(bytes32 x, bytes32 y, bytes32 rpIdHash);

    /// @notice A call to the zero address.
    error InvalidTarget();

    modifier onlySelf() {
        require(msg.sender == address(this), AccountUnauthorized(msg.sender));
        _;
    }

    /// @param sessions_ The module of sessions.
    constructor(address sessions_) EIP712("LatchkeyAccount", "1") {
        factory = msg.sender;
        sessions = sessions_;
    }

    /// @notice Sets the first owner. The factory has checked the values.
    function initialize(address owner_, bytes32 passkeyX, bytes32 passkeyY, bytes32 rpIdHash) external {
        require(msg.sender == factory, AccountUnauthorized(msg.sender));
        (_owner, _hasSessions) = (owner_, true);
        if (passkeyX != 0 || passkeyY != 0) (_passkeyX, _passkeyY, _passkeyRpIdHash) = (passkeyX, passkeyY, rpIdHash);
        IERC7579Module(sessions).onInstall("");
        emit ModuleInstalled(MODULE_TYPE_VALIDATOR, sessions);
    }

    /// @notice The ordinary account that owns this one; zero: a passkey alone. Itself where this code runs by EIP-7702.
    function owner() public view returns (address) {
        return _owner == address(0) && _isDelegated() ? address(this) : _owner;
    }

    /// @notice The public key of the passkey that owns the account, and SHA-256 of the id of the relying party it counts for; zeros: none.
    function passkey() external view returns (bytes32 x, bytes32 y, bytes32 rpIdHash) {
        return (_passkeyX, _passkeyY, _passkeyRpIdHash);
    }

    /// @notice Makes another ordinary account the owner; zero removes it and keeps the passkey.
    function setOwner(address owner_) external onlySelf {
        require(owner_ != address(this) && !_isDelegated(), InvalidOwner(owner_));
        _owner = owner_;
        _requireOwner();
        emit OwnerChanged(owner_);
    }

    /// @notice Replaces the passkey that is an owner together with the ordinary account; zeros remove it.
    /// @param rpIdHash SHA-256 of the id of the relying party (WebAuthn) that made the passkey.
    function setPasskey(bytes32 x, bytes32 y, bytes32 rpIdHash) external onlySelf {
        bool valid = x == 0 && y == 0 ? rpIdHash == 0 : rpIdHash != 0 && P256.isValidPublicKey(x, y);
        require(valid, InvalidPasskey(x, y, rpIdHash));
        (_passkeyX, _passkeyY, _passkeyRpIdHash) = (x, y, rpIdHash);
        _requireOwner();
        emit PasskeyChanged(x, y, rpIdHash);
    }

    /// @notice Whether an owner signed a hash, ERC-1271. Signatures are nested (ERC-7739), so that one for this account is none for
    /// another one of the same owner. An account that runs this code by EIP-7702 still signs as it always did: such a signature binds
    /// its address anyway.
    /// @dev Calls no module: a session never signs messages.
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) public view override(AccountERC7579, ERC7739) returns (bytes4) {
        bytes4 answer = ERC7739.isValidSignature(hash, signature);
        return answer == bytes4(0xffffffff) && _signedBy(address(this), hash, signature)
            ? IERC1271.isValidSignature.selector
            : answer;
    }

    /// @inheritdoc IERC7579ModuleConfig
    function isModuleInstalled(
        uint256 moduleTypeId,
        address module,
        bytes calldata additionalContext
    ) public view override returns (bool) {
        return
            moduleTypeId == MODULE_TYPE_VALIDATOR && module == sessions
                ? _hasSessions
                : super.isModuleInstalled(moduleTypeId, module, additionalContext);
    }

    /// @inheritdoc IERC7579AccountConfig
    function supportsExecutionMode(bytes32 encodedMode) public view override returns (bool) {
        (CallType callType, , , ) = ERC7579Utils.decodeMode(Mode.wrap(encodedMode));
        return !(callType == ERC7579Utils.CALLTYPE_DELEGATECALL) && super.supportsExecutionMode(encodedMode);
    }

    /// @inheritdoc IERC7579AccountConfig
    function accountId() public pure override returns (string memory) {
        return "latchkey.account.1.1.0";
    }

    /// @notice EntryPoint v0.8.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return
            interfaceId == type(IAccount).interfaceId ||
            interfaceId == type(IERC1271).interfaceId ||
            interfaceId == type(IERC7579Execution).interfaceId ||
            interfaceId == type(IERC7579AccountConfig).interfaceId ||
            interfaceId == type(IERC7579ModuleConfig).interfaceId ||
            interfaceId == type(IERC721Receiver).interfaceId ||
            super.supportsInterface(interfaceId);
    }

    /// @dev The first 20 bytes of the nonce name the validator; zeros: the owner. One that is not installed is refused, and never falls
    /// back to the owner.
    function _validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal override returns (uint256) {
        address module = _extractUserOpValidator(userOp);
        if (module == address(0)) return Account._validateUserOp(userOp, userOpHash, signature);
        if (!isModuleInstalled(MODULE_TYPE_VALIDATOR, module, msg.data[:0])) return ERC4337Utils.SIG_VALIDATION_FAILED;
        return IERC7579Validator(module).validateUserOp(userOp, userOpHash);
    }

    /// @dev A signature of 65 bytes is the ordinary account's; anything else is read as a WebAuthn assertion: of type `webauthn.get`, with the
    /// hash as its challenge, of a user who was present and verified, for the relying party that was stored with the passkey. The relying
    /// party is checked here, because OpenZeppelin's library does not.
    function _rawSignatureValidation(
        bytes32 hash,
        bytes calldata signature
    ) internal view override(AbstractSigner, AccountERC7579) returns (bool) {
        if (signature.length == 65) return _signedBy(_owner == address(0) ? address(this) : _owner, hash, signature);
        (bytes32 x, bytes32 y) = (_passkeyX, _passkeyY);
        if (x == 0 && y == 0) return false;
        (bool readable, WebAuthn.WebAuthnAuth calldata assertion) = WebAuthn.tryDecodeAuth(signature);
        if (!readable) return false;
        if (WebAuthn.verify(abi.encodePacked(hash), assertion, x, y)) {
            return bytes32(assertion.authenticatorData) == _passkeyRpIdHash;
        }
        // A wrong signature costs as much as a right one, so that gas can be measured with any. The answer is no either way.
        P256.verify(hash, assertion.r, assertion.s, x, y);
        return false;
    }

    /// @dev The code of others never runs on this storage, and no call is to the zero address: below, that would stand for the account
    /// itself, so that a reader of the call would misunderstand it.
    function _execute(Mode mode, bytes calldata executionCalldata) internal override returns (bytes[] memory) {
        (CallType callType, , , ) = ERC7579Utils.decodeMode(mode);
        if (callType == ERC7579Utils.CALLTYPE_BATCH) {
            Execution[] calldata calls = ERC7579Utils.decodeBatch(executionCalldata);
            for (uint256 i = 0; i < calls.length; ++i) require(calls[i].target != address(0), InvalidTarget());
        } else {
            require(callType == ERC7579Utils.CALLTYPE_SINGLE, ERC7579Utils.ERC7579UnsupportedCallType(callType));
            (address target, , ) = ERC7579Utils.decodeSingle(executionCalldata);
            require(target != address(0), InvalidTarget());
        }
        return super._execute(mode, executionCalldata);
    }

    function _installModule(uint256 moduleTypeId, address module, bytes memory initData) internal override {
        if (moduleTypeId != MODULE_TYPE_VALIDATOR || module != sessions) {
            return super._installModule(moduleTypeId, module, initData);
        }
        require(!_hasSessions, ERC7579Utils.ERC7579AlreadyInstalledModule(moduleTypeId, module));
        _hasSessions = true;
        IERC7579Module(module).onInstall(initData);
        emit ModuleInstalled(moduleTypeId, module);
    }

    function _uninstallModule(uint256 moduleTypeId, address module, bytes memory deInitData) internal override {
        if (moduleTypeId != MODULE_TYPE_VALIDATOR || module != sessions) {
            return super._uninstallModule(moduleTypeId, module, deInitData);
        }
        require(_hasSessions, ERC7579Utils.ERC7579UninstalledModule(moduleTypeId, module));
        _hasSessions = false;
        IERC7579Module(module).onUninstall(deInitData);
        emit ModuleUninstalled(moduleTypeId, module);
    }

    function _requireOwner() private view {
        require(_owner != address(0) || _passkeyX != 0 || _passkeyY != 0 || _isDelegated(), NoOwner());
    }

    function _isDelegated() private view returns (bool) {
        return EIP7702Utils.fetchDelegate(address(this)) != address(0);
    }

    function _signedBy(address signer, bytes32 hash, bytes calldata signature) private pure returns (bool) {
        (address recovered, ECDSA.RecoverError fault, ) = ECDSA.tryRecoverCalldata(hash, signature);
        return fault == ECDSA.RecoverError.NoError && recovered == signer;
    }
}
